const SANE = /^[A-Za-z0-9._-]{1,128}$/;
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** The caller's `X-Request-Id` where it is a plain token, else a new one. */
export function requestIdOf(header: string | null): string {
  return header !== null && SANE.test(header) ? header : newRequestId();
}

/** 100 random bits: nothing sorts by it and no store keeps it. */
function newRequestId(): string {
  let id = "";
  for (const byte of crypto.getRandomValues(new Uint8Array(20))) id += ALPHABET.charAt(byte % 32);
  return id;
}
