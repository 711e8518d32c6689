import { DeltaEvent } from "./delta-event.ts";

const LINE_FEED = 10;
const BORDER = "\n\n";

/** Joins neighbouring events that differ in their text alone. */
function joined(events: readonly string[]): string[] {
  const all: (string | DeltaEvent)[] = [];
  for (const event of events) {
    const last = all.at(-1);
    if (last instanceof DeltaEvent && last.join(event)) continue;
    all.push(DeltaEvent.parse(event) ?? event);
  }
  return all.map(String);
}

/** Where the event after the first border begins, or -1. */
function afterFirstBorder(bytes: Uint8Array): number {
  let at = bytes.indexOf(LINE_FEED);
  while (at !== -1 && bytes[at + 1] !== LINE_FEED) at = bytes.indexOf(LINE_FEED, at + 1);
  return at === -1 ? -1 : at + 2;
}

function afterLastBorder(bytes: Uint8Array): number {
  let at = bytes.lastIndexOf(LINE_FEED);
  while (at > 0 && bytes[at - 1] !== LINE_FEED) at = bytes.lastIndexOf(LINE_FEED, at - 1);
  return at < 1 ? -1 : at + 1;
}

/** Joins the pieces of text of each packet in a stream of OpenAI's chat protocol or Anthropic's. Holds nothing back: a packet stays a packet. */
export class DeltaMerger {
  private readonly decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  private readonly encoder = new TextEncoder();
  /** Whether the last packet ended with a complete event. */
  isAtBorder = true;

  merge(chunk: Uint8Array): Uint8Array {
    const first = afterFirstBorder(chunk);
    const to = afterLastBorder(chunk);
    const from = this.isAtBorder ? 0 : first;
    if (chunk.length > 0) this.isAtBorder = to === chunk.length;
    // At most one complete event, as from a model at its own pace.
    if (first === to) return chunk;
    const events = this.decoder.decode(chunk.subarray(from, to)).slice(0, -BORDER.length).split(BORDER);
    if (events.length < 2) return chunk;
    const fewer = joined(events);
    if (fewer.length === events.length) return chunk;
    const text = this.encoder.encode(fewer.join(BORDER) + BORDER);
    const merged = new Uint8Array(from + text.length + chunk.length - to);
    merged.set(chunk.subarray(0, from));
    merged.set(text, from);
    merged.set(chunk.subarray(to), from + text.length);
    return merged;
  }
}
