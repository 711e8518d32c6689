import type { Schema } from "../openapi/document.ts";
import type { WireAnswer } from "../world/send.ts";

/** The values in a body that its schema describes: one of JSON, one for each event or line. None in other types. */
export function jsonValues({ type, text }: WireAnswer, schema: Schema): readonly unknown[] {
  switch (type) {
    case "application/json":
    case "application/problem+json":
      return [JSON.parse(text)];
    case "text/event-stream":
      return eventData(text).map((data): unknown => JSON.parse(data));
    case "application/x-ndjson": {
      if (schema["type"] === "string") return [text];
      const lines = text.split("\n").filter((line) => line !== "");
      const values = lines.map((line): unknown => JSON.parse(line));
      return schema["type"] === "array" ? [values] : values;
    }
    default:
      return [];
  }
}

/** The data of each event of a stream. */
export function eventData(text: string): readonly string[] {
  return text
    .split("\n\n")
    .map((block) => block.split("\n").filter((line) => line.startsWith("data: ")))
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => line.slice("data: ".length)).join("\n"));
}
