const SANE = /^[A-Za-z0-9._-]{1,128}$/;
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 20;

/** The caller's `X-Request-Id` if it is a plain token, otherwise a new id. */
export function requestIdOf(header: string | null): string {
  return header !== null && SANE.test(header) ? header : newRequestId();
}

/** 100 random bits. Nothing sorts by them and no store holds them. */
function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => ALPHABET.charAt(byte % 32)).join("");
}
