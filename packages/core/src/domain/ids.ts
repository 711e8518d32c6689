/** The prefixes of ids, by kind. */
export type IdPrefix =
  | "ws"
  | "ses"
  | "turn"
  | "msg"
  | "item"
  | "req"
  | "prm"
  | "tpl"
  | "skl"
  | "tok"
  | "whk"
  | "whd"
  | "sch"
  | "run"
  | "bat"
  | "inst"
  | "bg"
  | "out"
  | "snp";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const RANDOM_LENGTH = 16;

const randomDigits = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(RANDOM_LENGTH)), (byte) => byte % 32);

function encodeTime(time: number): string {
  let rest = time;
  let text = "";
  for (let index = 0; index < 10; index++) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** Increments a base-32 number in place. Returns whether it overflowed. */
function increment(digits: number[]): boolean {
  for (let index = digits.length - 1; index >= 0; index--) {
    const digit = digits[index] ?? 0;
    if (digit < 31) {
      digits[index] = digit + 1;
      return false;
    }
    digits[index] = 0;
  }
  return true;
}

/** Sorts before every id that is made from a time on, and after all of earlier times. */
export function lowestId(prefix: IdPrefix, time: number): string {
  return `${prefix}_${encodeTime(Math.max(0, time))}`;
}

/** Makes ids that sort strictly in the order in which they are made. */
export class IdSequence {
  private lastTime = 0;
  private lastRandom: number[] = [];

  next(prefix: IdPrefix, now: number): string {
    if (now > this.lastTime || increment(this.lastRandom)) {
      this.lastTime = Math.max(now, this.lastTime + (now > this.lastTime ? 0 : 1));
      this.lastRandom = randomDigits();
    }
    const random = this.lastRandom.map((digit) => ALPHABET.charAt(digit)).join("");
    return `${prefix}_${encodeTime(this.lastTime)}${random}`;
  }
}

const ofThisProcess = new IdSequence();

/**
 * A new id: a prefix, then a ULID (48 bits of time in milliseconds and 80 random bits in Crockford's base 32). Ids of one process sort
 * strictly in the order in which they are made.
 */
export function newId(prefix: IdPrefix, now: number = Date.now()): string {
  return ofThisProcess.next(prefix, now);
}
