import type { Readable } from "node:stream";

/** The lines of a text, the last of which may be empty. JSON can contain U+2028, which the line reader of Node treats as a line break. */
export async function* linesOf(input: Readable): AsyncGenerator<string, void> {
  let rest = "";
  for await (const chunk of input.setEncoding("utf8")) {
    const [first = "", ...others] = String(chunk).split("\n");
    const lines = [rest + first, ...others];
    rest = lines.pop() ?? "";
    yield* lines;
  }
  yield rest;
}
