import { DomainError } from "../errors/domain-error.ts";

/** Characters of a key. A store adds a prefix of its own: S3 allows 1,024 bytes for both. */
export const MAX_KEY_LENGTH = 512;
/** Characters of a segment. File systems allow 255 bytes. */
export const MAX_SEGMENT_LENGTH = 200;

const CHARACTERS = /^[a-z0-9._/-]*$/;

const isSegment = (segment: string) =>
  segment !== "" && !segment.startsWith(".") && segment.length <= MAX_SEGMENT_LENGTH;

/**
 * Returns a key of an object. Throws `invalid_request` unless it has 1 to 512 characters out of `a-z`, `0-9`, `.`, `_`, `-` and `/`, in
 * segments between slashes of 1 to 200 characters that do not begin with a dot. Upper case is refused, since some file systems ignore it.
 */
export function checkObjectKey(key: string): string {
  if (key.length <= MAX_KEY_LENGTH && CHARACTERS.test(key) && key.split("/").every(isSegment)) return key;
  throw new DomainError("invalid_request", `The key ${JSON.stringify(key.slice(0, 100))} is not valid.`);
}

/** Returns the beginning of keys, possibly empty. Throws `invalid_request` where no key begins with it. */
export function checkKeyPrefix(prefix: string): string {
  if (prefix === "") return prefix;
  checkObjectKey(prefix.endsWith("/") ? prefix.slice(0, -1) : prefix);
  return prefix;
}
