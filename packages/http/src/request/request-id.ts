const SANE = /^[A-Za-z0-9._-]{1,128}$/;

/** The caller's `X-Request-Id` if it is a plain token, otherwise a new id. */
export function requestIdOf(header: string | null): string {
  return header !== null && SANE.test(header) ? header : crypto.randomUUID();
}
