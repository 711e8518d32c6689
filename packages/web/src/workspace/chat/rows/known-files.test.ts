import { expect, test } from "vitest";
import type { CallRow, Row } from "../log/row.ts";
import { knownFile } from "./known-files.ts";

function callOf(id: string, name: string, path: string, isError: boolean | null): CallRow {
  const call = { type: "tool_call" as const, call_id: id, name, arguments: JSON.stringify({ path }) };
  const result = { type: "tool_result" as const, call_id: id, name, output: "", truncated: false };
  return {
    kind: "call",
    id,
    at: "2026-01-31T12:00:00.000Z",
    turnId: "turn_1",
    messageId: "msg_1",
    call,
    name,
    isFailed: false,
    startedAt: null,
    endedAt: null,
    result: isError === null ? null : { ...result, is_error: isError },
    childSessionId: null,
    asked: [],
  };
}

const rows = new Map<string, Row>(
  [
    callOf("a", "write", "src/main.ts", false),
    callOf("b", "read", "/mnt/afs/prices.csv", false),
    callOf("c", "write", "missing.ts", true),
    callOf("d", "edit", "running.ts", null),
    callOf("e", "grep", "src", false),
  ].map((row) => [row.id, row]),
);

test.each([
  ["src/main.ts", { path: "src/main.ts" }],
  ["/workspace/src/main.ts", { path: "src/main.ts" }],
  ["/mnt/afs/prices.csv", { volume: "shared", path: "prices.csv" }],
  ["prices.csv", null],
  ["missing.ts", null],
  ["running.ts", null],
  ["src", null],
])("the text %s names the file %j", (text, file) => {
  expect(knownFile(rows, text)).toEqual(file);
});
