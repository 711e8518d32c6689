/** Characters up to which texts are sent as one: an answer with a length, made at once. */
const WHOLE = 1_048_576;

/** Texts as one body; many are encoded as they are read, for together they may be longer than a text can be. */
export function inPieces(texts: readonly string[]): string | ReadableStream<Uint8Array> {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length <= WHOLE) return texts.join("");
  const encoder = new TextEncoder();
  let next = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const text = texts[next];
        next += 1;
        if (text === undefined) controller.close();
        else controller.enqueue(encoder.encode(text));
      },
    },
    { highWaterMark: 0 },
  );
}
