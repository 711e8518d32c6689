import { isRecord } from "./is-record.ts";

/** How a reason that a provider's package does not know is understood: servers that speak another's protocol have words of their own. */
const ENDINGS: readonly (readonly [RegExp, "refused" | "length" | "broken"])[] = [
  [/content_?filter|refus|safety|recitation|blocklist|prohibited|spii|toxic/i, "refused"],
  [/length|max_?(?:output_?)?tokens|context_window/i, "length"],
  [/error|fail|abort|cancel|interrupt|insufficient|timeout|malformed/i, "broken"],
];

export function endingOf(reason = ""): "ended" | "refused" | "length" | "broken" {
  return ENDINGS.find(([words]) => words.test(reason))?.[1] ?? "ended";
}

const memberOf = (value: unknown, name: string) => (isRecord(value) ? value[name] : undefined);
const textIn = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

/** What the events of a response say of its end, in each protocol: packages do not tell a missing reason from a response that was cut. */
export class StreamEnd {
  /** The reason as the provider wrote it. */
  reason: string | undefined;
  /** The provider said that the response is complete. */
  isOver = false;
  /** An event was one of a protocol that is known here. */
  isOfKnownProtocol = false;
  /** Where a package may have missed them. */
  outputTokens = 0;

  see(event: unknown): void {
    if (!isRecord(event)) return;
    switch (event["type"]) {
      case "message_start":
      case "response.created":
        this.isOfKnownProtocol = true;
        break;
      case "message_stop":
        this.isOver = true;
        break;
      case "message_delta": {
        this.reason = textIn(memberOf(event["delta"], "stop_reason")) ?? this.reason;
        const tokens = memberOf(event["usage"], "output_tokens");
        if (typeof tokens === "number") this.outputTokens = tokens;
        break;
      }
      case "response.completed":
      case "response.incomplete": {
        const details = memberOf(event["response"], "incomplete_details");
        this.reason = textIn(memberOf(details, "reason")) ?? "stop";
        this.isOver = true;
        break;
      }
      case "response.failed":
        this.reason = "failed";
        break;
      case undefined: {
        if (!Array.isArray(event["choices"])) break;
        this.isOfKnownProtocol = true;
        const reason = textIn(memberOf(event["choices"][0], "finish_reason"));
        if (reason === undefined) break;
        // What may follow is usage.
        this.reason = reason;
        this.isOver = true;
        break;
      }
    }
  }
}
