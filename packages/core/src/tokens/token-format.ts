const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const PREFIX = "wat_";
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);
/** The largest multiple of 62 that a byte holds: bytes above it would favour some characters. */
const FAIR_BYTES = 248;

/** Random characters of base 62, each equally likely. */
export function randomText(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < FAIR_BYTES && text.length < length) text += ALPHABET.charAt(byte % 62);
    }
  }
  return text;
}

/** CRC-32 (IEEE 802.3) of ASCII text. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let sum = "";
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    sum = ALPHABET.charAt(rest % 62) + sum;
    rest = Math.floor(rest / 62);
  }
  return sum;
}

/** A new token: `wat_`, 43 random characters of base 62 (256 bits) and 6 of checksum. */
export function newToken(): string {
  const body = PREFIX + randomText(SECRET_LENGTH);
  return body + checksum(body);
}

/** Whether a text can be a token at all: form and checksum, without a look-up. */
export function isToken(text: string): boolean {
  return FORM.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** What lists show of a token, to tell it from others. */
export function tokenHint(token: string): string {
  return `${token.slice(0, 8)}…${token.slice(-4)}`;
}
