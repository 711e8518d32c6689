import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { TextLane } from "./text-lane.ts";

export type PartReader = ReadableStreamDefaultReader<LanguageModelV4StreamPart>;

/** The parts that a provider's package emits. */
export async function* partsOf(reader: PartReader): AsyncGenerator<LanguageModelV4StreamPart, void> {
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

/** The parts that a provider's package emits and the text that bypasses it, in their order. */
export async function* partsBeside(
  reader: PartReader,
  lane: TextLane,
): AsyncGenerator<LanguageModelV4StreamPart, void> {
  const arrived: { read?: () => ReadableStreamReadResult<LanguageModelV4StreamPart> } = {};
  let wake = () => {};
  lane.onText = () => wake();
  const readNext = () => {
    void reader
      .read()
      .then(
        (result) => (arrived.read = () => result),
        (error: unknown) =>
          (arrived.read = () => {
            throw error;
          }),
      )
      .then(() => wake());
  };
  readNext();
  for (;;) {
    const text = lane.take();
    if (text !== null) {
      yield text;
      continue;
    }
    if (arrived.read === undefined) {
      await new Promise<void>((resolve) => (wake = resolve));
      continue;
    }
    const { done, value } = arrived.read();
    if (done) return;
    delete arrived.read;
    lane.saw(value);
    yield value;
    readNext();
  }
}
