const SANE = /^[A-Za-z0-9._-]{1,128}$/;
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 20;

/** The caller's `X-Request-Id` where it is a plain token, else a new one. */
export function requestIdOf(header: string | null): string {
  return header !== null && SANE.test(header) ? header : newRequestId();
}

/** Random bytes for many ids at once: asking for those of each would cost more than the rest of a small request. */
const pool = new Uint8Array(LENGTH * 128);
let used = pool.length;

/** 100 random bits: nothing sorts by it and no store keeps it. */
function newRequestId(): string {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  let id = "";
  for (const byte of pool.subarray(used, (used += LENGTH))) id += ALPHABET.charAt(byte % 32);
  return id;
}
