import type { PromptPart } from "../../ports/model.ts";

/** The token count of an image at the size to which providers scale it. */
const IMAGE_TOKENS = 1_600;
/** The overhead of a message or part. */
const FRAME_TOKENS = 4;

/** Weights in twentieths of a token, so that sums stay integers. */
const LETTER = 5;
const SPACE = 5;
const MORE_SPACE = 1;
const DIGIT = 9;
const SIGN = 10;
const DENSE = 12;
const FOREIGN = 12;
const IDEOGRAPH = 22;
const TWENTIETHS = 20;

/** A longer run of letters and digits is a hash, a key or encoded data, which takes far more tokens than a word. */
const LONGEST_WORD = 20;

const isLetter = (code: number) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
const isDigit = (code: number) => code >= 48 && code <= 57;

/**
 * Estimates the tokens of a text: a quarter of a token per letter, more for digits and signs, about one for an ideograph or half of an
 * emoji. Takes linear time. The estimates of two halves add up to nearly that of the text.
 */
export function estimateTokens(text: string): number {
  let weight = 0;
  let run = 0;
  let isAfterSpace = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (isLetter(code) || isDigit(code)) {
      run += 1;
      weight += run > LONGEST_WORD ? DENSE : isDigit(code) ? DIGIT : LETTER;
      isAfterSpace = false;
      continue;
    }
    run = 0;
    const isSpace = code === 32 || (code >= 9 && code <= 13);
    if (isSpace) weight += isAfterSpace ? MORE_SPACE : SPACE;
    else weight += code < 128 ? SIGN : code < 0x2e80 ? FOREIGN : IDEOGRAPH;
    isAfterSpace = isSpace;
  }
  return Math.ceil(weight / TWENTIETHS);
}

/** Estimates the tokens of a part of a prompt. */
export function estimatePart(part: PromptPart): number {
  switch (part.type) {
    case "text":
    case "reasoning":
      // Signatures of reasoning are sent too, but providers do not count them by length.
      return FRAME_TOKENS + estimateTokens(part.text);
    case "image":
      return IMAGE_TOKENS;
    case "tool_call":
      return 2 * FRAME_TOKENS + estimateTokens(part.name) + estimateTokens(JSON.stringify(part.arguments));
    case "tool_result":
      return 2 * FRAME_TOKENS + estimateTokens(part.output) + (part.images?.length ?? 0) * IMAGE_TOKENS;
  }
}
