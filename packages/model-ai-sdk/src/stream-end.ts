import { isRecord } from "./is-record.ts";

/** The meaning of finish reasons that the package does not know: servers with a common protocol use their own words. */
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

/** Reads the end of a response from its events, because packages do not distinguish a missing reason from a response that broke off. */
export class StreamEnd {
  /** The reason as the provider wrote it. */
  reason: string | undefined;
  /** The provider said that the response is complete. */
  isOver = false;
  /** An event belongs to a known protocol. */
  isOfKnownProtocol = false;
  /** From the events, in case the package missed them. */
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
        // Only usage may follow.
        this.reason = reason;
        this.isOver = true;
        break;
      }
    }
  }
}
