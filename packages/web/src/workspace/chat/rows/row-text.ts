import type { Row } from "../log/row.ts";
import { settledOutput } from "../text/settled-output.ts";
import { argumentsOf } from "./call-arguments.ts";

/** The text of a row that a search looks at: of a call its name, arguments and output. */
export function rowText(row: Row): string {
  if (row.kind === "call") {
    const written = row.call?.arguments ?? "";
    return [
      row.name,
      ...textsIn(argumentsOf(written) ?? written),
      settledOutput(row.result?.output ?? ""),
    ].join("\n");
  }
  return "text" in row ? row.text : "";
}

/** The texts and numbers in a value of JSON. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(textsIn);
  return [String(value)];
}
