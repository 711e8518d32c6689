/** The length up to which texts are sent as one string with a known length. */
const MAX_JOINED = 1_048_576;

/** Texts as one body. Longer ones are streamed, because they may exceed the maximum length of a string. */
export function inPieces(texts: readonly string[]): string | ReadableStream<Uint8Array> {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length <= MAX_JOINED) return texts.join("");
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
