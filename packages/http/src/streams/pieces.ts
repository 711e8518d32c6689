import { byteStream } from "./byte-stream.ts";

/** The length up to which texts are sent as one string with a known length. */
const MAX_JOINED = 1_048_576;

/** Texts as one body. Longer ones are streamed, because they may exceed the maximum length of a string. */
export function inPieces(texts: readonly string[]): string | ReadableStream<Uint8Array> {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length <= MAX_JOINED) return texts.join("");
  return byteStream(inTurn(texts), () => undefined);
}

async function* inTurn(texts: readonly string[]): AsyncGenerator<string, void> {
  yield* texts;
}
