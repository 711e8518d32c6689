import { DomainError } from "@workspace-agent/core";

/** An entity tag as in headers. */
export function quoted(etag: string): string {
  return `"${etag}"`;
}

/** The tags of an `If-Match` or `If-None-Match` header, or `"*"`. Throws `invalid_request`. */
export function parseTags(
  header: string,
): "*" | readonly { readonly weak: boolean; readonly etag: string }[] {
  if (header.trim() === "*") return "*";
  const tags = [...header.matchAll(/\s*(W\/)?"([\x21\x23-\x7e]*)"\s*(,|$)/gy)];
  if (tags.map(([whole]) => whole).join("") !== header || tags.length === 0) {
    throw new DomainError(
      "invalid_request",
      "If-Match and If-None-Match must be entity tags in double quotes, or *.",
    );
  }
  return tags.map(([, weak, etag = ""]) => ({ weak: weak !== undefined, etag }));
}

/** Whether the reader has this version (weak comparison), so that the answer is 304. */
export function isNotModified(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  const tags = parseTags(ifNoneMatch);
  return tags === "*" || tags.some((tag) => tag.etag === etag);
}

/** Whether an `If-Match` header names this version (strong comparison). */
export function matchesStrongly(ifMatch: string, etag: string): boolean {
  const tags = parseTags(ifMatch);
  return tags === "*" || tags.some((tag) => !tag.weak && tag.etag === etag);
}

export type GetHeader = (name: string) => string | null;

/** Throws `precondition_failed` where the caller wants to read another version. */
export function checkVersion(header: GetHeader, etag: string): void {
  const ifMatch = header("if-match");
  if (ifMatch !== null && !matchesStrongly(ifMatch, etag)) throw preconditionFailed();
}

/** Evaluates the conditions of a read by entity tags. False: the caller has this version (304). Throws `precondition_failed`. */
export function isVersionWanted(header: GetHeader, etag: string): boolean {
  checkVersion(header, etag);
  return !isNotModified(header("if-none-match"), etag);
}

/**
 * The state that a write requires (RFC 9110 section 13): undefined for any, null for nothing, otherwise an etag. `current` returns the
 * current etag or null, and is only called if a condition needs it. Throws `precondition_failed` if the condition fails already.
 */
export async function expectedEtag(
  header: GetHeader,
  current: () => Promise<string | null>,
): Promise<string | null | undefined> {
  const ifMatch = header("if-match");
  const ifNoneMatch = header("if-none-match");
  if (ifMatch !== null) {
    const tags = parseTags(ifMatch);
    const single = tags !== "*" && tags.length === 1 ? tags[0] : undefined;
    if (single !== undefined && !single.weak && ifNoneMatch === null) return single.etag;
    const etag = await current();
    if (etag === null || !matchesStrongly(ifMatch, etag) || isNotModified(ifNoneMatch, etag))
      throw preconditionFailed();
    return etag;
  }
  if (ifNoneMatch === null) return undefined;
  if (parseTags(ifNoneMatch) === "*") return null;
  const etag = await current();
  if (etag !== null && isNotModified(ifNoneMatch, etag)) throw preconditionFailed();
  return etag;
}

export function preconditionFailed(): DomainError {
  return new DomainError("precondition_failed", "The resource does not match the condition.");
}
