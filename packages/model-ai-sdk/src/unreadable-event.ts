import { isRecord } from "./is-record.ts";

/** An event that the provider's package could not read. */
interface UnreadableEvent {
  readonly kind: "event" | "content block" | "delta" | "item" | "annotation";
  /** Its name at the provider. */
  readonly word: unknown;
  /** Whether it can be skipped without losing anything that is used here. */
  readonly isPassable: boolean;
  /** The block that starts with it and is skipped. */
  readonly block?: string;
}

/** The blocks of an agent's answers. Others are provider tools and citations, which no request enables, or new kinds. */
const BLOCKS: ReadonlySet<unknown> = new Set(["text", "thinking", "redacted_thinking", "tool_use"]);
const DELTAS: ReadonlySet<unknown> = new Set([
  "text_delta",
  "thinking_delta",
  "signature_delta",
  "input_json_delta",
]);
const ITEMS: ReadonlySet<unknown> = new Set(["message", "reasoning", "function_call"]);
const EVENTS: ReadonlySet<unknown> = new Set([
  "error",
  "message_start",
  "content_block_stop",
  "message_stop",
  "response.output_text.delta",
  "response.refusal.delta",
  "response.reasoning_summary_text.delta",
  "response.function_call_arguments.delta",
  "response.function_call_arguments.done",
  "response.completed",
  "response.incomplete",
  "response.failed",
]);

function typeOf(value: unknown): unknown {
  return isRecord(value) ? value["type"] : undefined;
}

const isFlat = (event: Readonly<Record<string, unknown>>) =>
  Object.values(event).every((value) => typeof value !== "object");

/** Describes an event that failed the checks of a package. In an unknown protocol, an event with nested values may be content. */
export function unreadableEvent(event: unknown, isOfKnownProtocol: boolean): UnreadableEvent {
  if (!isRecord(event)) return { kind: "event", word: typeof event, isPassable: true };
  const { type, index } = event;
  switch (type) {
    case "content_block_start": {
      const word = typeOf(event["content_block"]);
      return { kind: "content block", word, isPassable: !BLOCKS.has(word), block: String(index) };
    }
    case "content_block_delta": {
      const word = typeOf(event["delta"]);
      return { kind: "delta", word, isPassable: !DELTAS.has(word) };
    }
    case "response.output_item.added":
    case "response.output_item.done": {
      const word = typeOf(event["item"]);
      return { kind: "item", word, isPassable: !ITEMS.has(word) };
    }
    case "response.output_text.annotation.added":
      return { kind: "annotation", word: typeOf(event["annotation"]), isPassable: true };
    default: {
      // Chunks of the chat protocol have no type.
      const word = type ?? event["object"] ?? Object.keys(event).join(".");
      const isNeeded = EVENTS.has(type) || "choices" in event || "error" in event;
      return { kind: "event", word, isPassable: !isNeeded && (isOfKnownProtocol || isFlat(event)) };
    }
  }
}
