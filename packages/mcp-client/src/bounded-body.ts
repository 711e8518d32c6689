import { McpError } from "@workspace-agent/core/ports";

/** The longest answer, event or line that is read. */
export const MAX_MESSAGE_BYTES = 16_777_216;

const NEWLINE = 0x0a;
const RETURN = 0x0d;

export function tooLarge(): McpError {
  return new McpError("too_large", "It answered with more than 16 MiB. What it did is unknown.");
}

/** Forwards a body and fails with `too_large` if it is too long, or, in a stream of events, if one event is. An empty line ends an event. */
export function boundedBody(
  isEventStream: boolean,
  onTooLarge: () => void,
): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  let isLineEmpty = true;
  const count = (chunk: Uint8Array) => {
    if (!isEventStream) {
      bytes += chunk.length;
      return;
    }
    for (let at = 0; at < chunk.length;) {
      const end = chunk.indexOf(NEWLINE, at);
      const line = chunk.subarray(at, end < 0 ? chunk.length : end);
      if (line.length > 1 || (line.length === 1 && line[0] !== RETURN)) isLineEmpty = false;
      bytes += line.length + 1;
      if (end < 0) return;
      if (isLineEmpty) bytes = 0;
      isLineEmpty = true;
      at = end + 1;
    }
  };
  return new TransformStream({
    transform(chunk, controller) {
      count(chunk);
      if (bytes <= MAX_MESSAGE_BYTES) {
        controller.enqueue(chunk);
        return;
      }
      onTooLarge();
      controller.error(tooLarge());
    },
  });
}
