import type { BatchResult } from "@workspace-agent/client";
import { CSV_START, csvRow } from "../../ui/csv.ts";

const COLUMNS = [
  "key",
  "status",
  "output",
  "final_message",
  "workspace_id",
  "session_id",
  "turn_id",
  "cost_usd",
  "input_tokens",
  "output_tokens",
  "error_code",
  "error_detail",
] as const;

/** The browser may store a part on disk. */
const PART_CHARACTERS = 1_000_000;

const numberOf = (value: number | null | undefined) => (value == null ? "" : String(value));

function rowOf(result: BatchResult): string {
  const { output, stats, error } = result;
  const cells: Readonly<Record<(typeof COLUMNS)[number], string>> = {
    key: result.key,
    status: result.status,
    output: output === undefined ? "" : JSON.stringify(output),
    final_message: result.final_message ?? "",
    workspace_id: result.workspace_id ?? "",
    session_id: result.session_id ?? "",
    turn_id: result.turn_id ?? "",
    cost_usd: numberOf(stats?.cost_usd),
    input_tokens: numberOf(stats?.input_tokens),
    output_tokens: numberOf(stats?.output_tokens),
    error_code: error?.code ?? "",
    error_detail: error?.detail ?? "",
  };
  return csvRow(COLUMNS.map((column) => cells[column]));
}

/** The results as CSV, made in parts as they come. */
export async function resultsCsv(results: AsyncIterable<BatchResult>): Promise<Blob> {
  const parts: Blob[] = [];
  let text = CSV_START + csvRow(COLUMNS);
  for await (const result of results) {
    text += rowOf(result);
    if (text.length < PART_CHARACTERS) continue;
    parts.push(new Blob([text]));
    text = "";
  }
  return new Blob([...parts, text], { type: "text/csv" });
}
