import { isRecord } from "./is-record.ts";

/** An event that a provider's package could not read. */
export interface UnreadableEvent {
  readonly kind: "event" | "content block" | "delta" | "item" | "annotation";
  /** What the provider calls it. */
  readonly word: unknown;
  /** Nothing is lost with it that is used here. */
  readonly isPassable: boolean;
  /** The block that begins with it, none of which can be used. */
  readonly block?: string;
}

/** What an agent's answers are made of. The rest are tools and citations of the providers, which no request asks for, and what is to come. */
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

/** What is known of an event that failed the checks of a package. In a protocol that is not known, what has anything nested in it may be content. */
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
