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

const textIn = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

function choiceOf(event: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | null {
  const choice: unknown = Array.isArray(event["choices"]) ? event["choices"][0] : null;
  return isRecord(choice) ? choice : null;
}

/** What the events of a response say of its end, in each protocol: packages do not tell a missing reason from a response that was cut. */
export class StreamEnd {
  /** The reason as the provider wrote it. */
  reason: string | undefined;
  /** The provider said that the response is complete. */
  isOver = false;

  see(event: unknown): void {
    if (!isRecord(event)) return;
    switch (event["type"]) {
      case "message_stop":
        this.isOver = true;
        break;
      case "message_delta":
        this.reason = textIn(isRecord(event["delta"]) && event["delta"]["stop_reason"]) ?? this.reason;
        break;
      case "response.completed":
      case "response.incomplete": {
        const details = isRecord(event["response"]) && event["response"]["incomplete_details"];
        this.reason = textIn(isRecord(details) && details["reason"]) ?? "stop";
        this.isOver = true;
        break;
      }
      case "response.failed":
        this.reason = "failed";
        break;
      case undefined: {
        const reason = textIn(choiceOf(event)?.["finish_reason"]);
        if (reason === undefined) break;
        // What may follow is usage.
        this.reason = reason;
        this.isOver = true;
        break;
      }
    }
  }
}
