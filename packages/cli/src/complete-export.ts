import { CommandError, EXIT } from "./exit-codes.ts";
import { isObject, parsedJson } from "./json.ts";

/** Longer than the last line of a complete export. */
const TAIL_BYTES = 1_024;

function isEnd(line: string): boolean {
  const value = parsedJson(line);
  return isObject(value) && value["type"] === "end";
}

/** The bytes of an exported session. Fails at their end where the last line does not say that the export is complete. */
export function completeExport(response: Response): Response {
  let tail = new Uint8Array();
  const check = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      const both = new Uint8Array([...tail, ...chunk.subarray(-TAIL_BYTES)]);
      tail = both.slice(-TAIL_BYTES);
      controller.enqueue(chunk);
    },
    flush() {
      const lines = new TextDecoder().decode(tail).trimEnd().split("\n");
      if (!isEnd(lines.at(-1) ?? ""))
        throw new CommandError(
          "The export was cut off: its last line is missing. Try again.",
          EXIT.unreachable,
        );
    },
  });
  return new Response(response.body?.pipeThrough(check) ?? null);
}
