import type { BatchResult } from "@workspace-agent/client";
import { expect, test } from "vitest";
import { MOST_ROWS, NO_RESULTS, rowOf, withResults } from "./result-row.ts";

const result = (part: Partial<BatchResult>): BatchResult => ({
  key: "a",
  status: "succeeded",
  final_message: null,
  workspace_id: null,
  session_id: null,
  turn_id: null,
  stats: null,
  error: null,
  ...part,
});

test("a row has the output or the final message in one short line, without hidden or halved characters", () => {
  expect(rowOf(result({ output: null, final_message: "x" }), 0)).toMatchObject({
    text: "null",
    isOutput: true,
  });
  expect(rowOf(result({ final_message: "two\n\n  lines " }), 0).text).toBe("two lines");
  const { text } = rowOf(result({ final_message: `${"x".repeat(239)}😀 and more` }), 0);
  expect(text).toBe(`${"x".repeat(239)}…`);
  expect(rowOf(result({ final_message: `y${" ".repeat(5_000)}z` }), 0).text).toBe("y…");
  expect(rowOf(result({ final_message: "a\u202eb" }), 0).text).toBe("a⟦U+202E⟧b");
});

test("a row links to a session only if the item has one", () => {
  expect(rowOf(result({ workspace_id: "ws_1" }), 0).session).toBe(null);
  expect(rowOf(result({ workspace_id: "ws_1", session_id: "ses_1" }), 0).session).toEqual({
    workspaceId: "ws_1",
    sessionId: "ses_1",
  });
});

test("a few failures stay among many successes, and all are counted", () => {
  const rows = Array.from({ length: 3 * MOST_ROWS }, (_, position) =>
    rowOf(result({ key: String(position), status: position === 1 ? "failed" : "succeeded" }), position),
  );
  const log = withResults(withResults(NO_RESULTS, rows.slice(0, MOST_ROWS)), rows.slice(MOST_ROWS));
  expect(log.rows.failed.map(({ key }) => key)).toEqual(["1"]);
  expect(log.rows.all).toHaveLength(MOST_ROWS);
  expect(log.rows.all.at(-1)?.position).toBe(3 * MOST_ROWS - 1);
  expect(log.counts).toEqual({
    all: 3 * MOST_ROWS,
    succeeded: 3 * MOST_ROWS - 1,
    failed: 1,
    cancelled: 0,
  });
});
