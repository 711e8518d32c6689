import { isNotModified, matchesStrongly, preconditionFailed, quoted, type GetHeader } from "./etag.ts";
import { parseHttpDate } from "./http-date.ts";

/** The current version of a resource. */
export interface Validators {
  /** Without quotes. */
  readonly etag: string;
  /** Milliseconds since 1970. */
  readonly mtime: number;
}

/** `Last-Modified` has whole seconds, so conditions compare whole seconds. */
const toSeconds = (time: number) => Math.floor(time / 1_000) * 1_000;

/** Throws `precondition_failed` if `If-Match` fails, or without it `If-Unmodified-Since`. */
export function checkUnchanged(header: GetHeader, there: Validators, now: number): void {
  const ifMatch = header("if-match");
  if (ifMatch !== null) {
    if (!matchesStrongly(ifMatch, there.etag)) throw preconditionFailed();
    return;
  }
  const since = parseHttpDate(header("if-unmodified-since") ?? "", now);
  if (since !== null && toSeconds(there.mtime) > since) throw preconditionFailed();
}

/**
 * Evaluates the conditions of a read in the order of RFC 9110 section 13.2.2. False: the caller has this version (304). Throws
 * `precondition_failed`.
 */
export function isWanted(header: GetHeader, there: Validators, now: number): boolean {
  checkUnchanged(header, there, now);
  const ifNoneMatch = header("if-none-match");
  if (ifNoneMatch !== null) return !isNotModified(ifNoneMatch, there.etag);
  const since = parseHttpDate(header("if-modified-since") ?? "", now);
  return since === null || toSeconds(there.mtime) > since;
}

/** Whether `If-Range` lets `Range` apply: a strong entity tag, or the exact modification time if it is old enough to be unambiguous. */
export function isRangeWanted(header: GetHeader, there: Validators, now: number): boolean {
  const ifRange = header("if-range");
  if (ifRange === null) return true;
  if (ifRange.includes('"')) return ifRange === quoted(there.etag);
  const time = parseHttpDate(ifRange, now);
  return time !== null && time === toSeconds(there.mtime) && now - there.mtime >= 1_000;
}
