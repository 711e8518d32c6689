import { DomainError } from "../domain/errors/domain-error.ts";
import type { NodeRef } from "./tree.ts";

const ROOT = /^1\.([0-9a-f]{64})\.([0-9a-f]{64})\.([0-9]{1,15})\.([0-9]{1,15})$/;

/** The root of a snapshot: the version of the format, and where the root directory is stored. */
export function encodeRoot({ digest, range: { pack, offset, length } }: NodeRef): string {
  return ["1", digest, pack.id, offset, length].join(".");
}

/** Throws `invalid_request` where it is no root in this format. */
export function decodeRoot(root: string): NodeRef {
  const [, digest, id, offset, length] = ROOT.exec(root) ?? [];
  if (digest === undefined || id === undefined)
    throw new DomainError("invalid_request", "The root of the snapshot is not valid.");
  return { digest, range: { pack: { id }, offset: Number(offset), length: Number(length) } };
}
