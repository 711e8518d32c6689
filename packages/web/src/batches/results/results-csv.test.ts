import type { BatchResult } from "@workspace-agent/client";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { resultsCsv } from "./results-csv.ts";

const result: BatchResult = {
  key: "a",
  status: "succeeded",
  final_message: "Done.",
  workspace_id: "ws_1",
  session_id: "ses_1",
  turn_id: "turn_1",
  stats: {
    steps: 1,
    tool_calls: 0,
    input_tokens: 10,
    output_tokens: 2,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    cost_usd: 0.0000001,
    duration_ms: 5,
  },
  error: null,
};

async function* each<Value>(values: Iterable<Value>): AsyncGenerator<Value, void> {
  yield* values;
}

const csvOf = async (...results: readonly BatchResult[]) => await (await resultsCsv(each(results))).text();
const parsed = (text: string) => parse<Record<string, string>>(text, { bom: true, columns: true });

test("a result is a row with its output as JSON, and empty cells for what it does not have", async () => {
  const failed: BatchResult = {
    key: "b",
    status: "failed",
    final_message: null,
    workspace_id: null,
    session_id: null,
    turn_id: null,
    stats: null,
    error: { code: "not_found", detail: "It is gone." },
  };
  expect(await csvOf({ ...result, output: { x: ["1"] } }, failed)).toBe(
    "key,status,output,final_message,workspace_id,session_id,turn_id,cost_usd,input_tokens,output_tokens,error_code,error_detail\r\n" +
      'a,succeeded,"{""x"":[""1""]}",Done.,ws_1,ses_1,turn_1,1e-7,10,2,,\r\n' +
      "b,failed,,,,,,,,,not_found,It is gone.\r\n",
  );
});

test("no text becomes a formula, and every other text is read as it was", async () => {
  const formulas = ["=1+1", "+1", "-1", "@a", "\t=1", '=HYPERLINK("x","y")'];
  const texts = ['say "hi", twice', "two\r\nlines", "a\nb", " = no formula", "für 😀", "", "'quoted"];
  const keys = [...formulas, ...texts];
  const text = await csvOf(...keys.map((key) => ({ ...result, key, final_message: key })));
  const rows = parsed(text);
  const read = [...formulas.map((formula) => `'${formula}`), ...texts];
  expect(rows.map(({ key }) => key)).toEqual(read);
  expect(rows.map(({ final_message }) => final_message)).toEqual(read);
  const [minus] = parsed(await csvOf({ ...result, output: -1 }));
  expect(minus?.["output"]).toBe("'-1");
});

test("many results are all there, in their order", async () => {
  const keys = Array.from({ length: 30_000 }, (_, index) => `key-${index}`);
  const message = "x".repeat(100);
  const csv = await resultsCsv(each(keys.map((key) => ({ ...result, key, final_message: message }))));
  expect(csv.type).toBe("text/csv");
  expect(csv.size).toBeGreaterThan(3_000_000);
  const rows = (await csv.text()).trimEnd().split("\r\n").slice(1);
  expect(rows.map((row) => row.split(",")[0])).toEqual(keys);
});
