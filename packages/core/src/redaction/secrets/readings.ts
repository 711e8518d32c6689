/** What a place of a text is read as. `unit` -1: nothing, it is left out; -2: nothing goes on beyond it. */
export interface Reading {
  unit: number;
  /** Code units of the text; 0: what follows has to be known first. */
  width: number;
}

/** So much white space may be between two characters of something encoded. */
export const MAX_BREAK = 64;

export const LEFT_OUT = -1;
const BORDER = -2;

/** Reads the place `at` of a text into `reading`; `isWhole`: nothing follows the text. */
export type Reader = (text: string, at: number, isWhole: boolean, reading: Reading) => void;

const PERCENT = 37;
const PLUS = 43;
const SLASH = 47;
const BACKSLASH = 92;
const SPACE = 32;

function hexDigit(unit: number): number {
  if (unit >= 48 && unit <= 57) return unit - 48;
  const lower = unit | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : NaN;
}

/** The byte of `%XX`; NaN where there is none. */
function percentByte(text: string, at: number): number {
  return hexDigit(text.charCodeAt(at + 1)) * 16 + hexDigit(text.charCodeAt(at + 2));
}

/** Reads a plus sign as a space, as it may stand for one. */
export const readPlain: Reader = (text, at, _, reading) => {
  const unit = text.charCodeAt(at);
  reading.width = 1;
  reading.unit = unit === PLUS ? SPACE : unit;
};

/** Reads `%XX` as the character of that byte, and else as `readPlain`: so a secret reads the same however it was URL-encoded. */
export const readPercent: Reader = (text, at, isWhole, reading) => {
  readPlain(text, at, isWhole, reading);
  if (reading.unit !== PERCENT) return;
  if (at + 2 >= text.length && !isWhole) {
    reading.width = 0;
    return;
  }
  const byte = percentByte(text, at);
  if (Number.isNaN(byte)) return;
  reading.unit = byte === PLUS ? SPACE : byte;
  reading.width = 3;
};

/** Reads base64url as base64, and leaves out line breaks, also escaped ones, with the indentation after them. */
export const readEncoded: Reader = (text, at, isWhole, reading) => {
  const unit = text.charCodeAt(at);
  reading.width = 1;
  reading.unit = unit;
  switch (unit) {
    case 10:
    case 13:
      reading.unit = LEFT_OUT;
      return;
    case 9:
    case SPACE:
      reading.unit = BORDER;
      return;
    case 45:
      reading.unit = PLUS;
      return;
    case 95:
      reading.unit = SLASH;
      return;
    case PERCENT:
      readPercent(text, at, isWhole, reading);
      // Of its characters only these two have to be encoded.
      if (reading.unit === SPACE) reading.unit = PLUS;
      return;
    case BACKSLASH: {
      if (at + 1 >= text.length && !isWhole) {
        reading.width = 0;
        return;
      }
      const next = text.charCodeAt(at + 1);
      if (next === SLASH) reading.unit = LEFT_OUT;
      if (next !== 110 && next !== 114) return;
      reading.unit = LEFT_OUT;
      reading.width = 2;
    }
  }
};

/** Whether the characters at a place, or those before them, may be read otherwise than one by one as they are. */
export type Special = (text: string, at: number, end: number) => boolean;

export const neverSpecial: Special = () => false;

/** An escape may begin before a place and reach into it. */
function holdsEscape(text: string, at: number, end: number): boolean {
  for (let index = Math.max(at - 2, 0); index < end; index++) {
    const unit = text.charCodeAt(index);
    if (unit === PERCENT || unit === BACKSLASH) return true;
  }
  return false;
}

export const specialInPercent: Special = holdsEscape;

const isBlank = (unit: number) => unit === SPACE || unit === 9;

/** A line break, or the indentation after one. */
export const specialInEncoded: Special = (text, at, end) => {
  if (holdsEscape(text, at, end)) return true;
  for (let index = at; index < end; index++) {
    let unit = text.charCodeAt(index);
    if (unit === 10 || unit === 13) return true;
    if (!isBlank(unit)) continue;
    let before = index;
    while (before > 0 && index - before < MAX_BREAK && isBlank(unit)) unit = text.charCodeAt(--before);
    // The start of the text, too: what stood before it is not known here.
    if (before === 0 || unit === 10 || unit === 13 || text.charCodeAt(before - 1) === BACKSLASH) return true;
  }
  return false;
};

/** A text as `readPercent` reads it. */
export function percentDecoded(text: string): string {
  const reading: Reading = { unit: 0, width: 0 };
  const units: string[] = [];
  for (let at = 0; at < text.length; at += reading.width) {
    readPercent(text, at, true, reading);
    units.push(String.fromCharCode(reading.unit));
  }
  return units.join("");
}
