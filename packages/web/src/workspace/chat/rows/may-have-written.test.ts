import type { Turn } from "@workspace-agent/client";
import { expect, test } from "vitest";
import type { CallRow, Row, UserRow } from "../log/row.ts";
import { mayHaveWritten } from "./may-have-written.ts";

const at = "2026-01-31T12:00:00.000Z";
const user = (turnId: string): UserRow => ({
  kind: "user",
  id: `user-${turnId}`,
  at,
  turnId,
  messageId: `msg-${turnId}`,
  text: "Go on",
  images: [],
  attachments: [],
  isSteering: false,
  startsTurn: true,
  by: null,
  metadata: {},
});
const call = (turnId: string, name: string, index: number): CallRow => ({
  kind: "call",
  id: `call-${turnId}-${index}`,
  at,
  turnId,
  messageId: `msg-${turnId}-${index}`,
  call: null,
  name,
  isFailed: false,
  startedAt: null,
  endedAt: null,
  result: null,
  childSessionId: null,
  asked: [],
});

const stats = (tool_calls: number): Turn["stats"] => ({
  steps: 1,
  tool_calls,
  input_tokens: 0,
  output_tokens: 0,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  cost_usd: null,
  duration_ms: 0,
});
const turn = (id: string, calls: number): Turn => ({
  id,
  session_id: "ses_1",
  status: "completed",
  stop_reason: "end_turn",
  source: "web",
  error: null,
  queued_at: at,
  started_at: at,
  ended_at: at,
  stats: stats(calls),
  by: null,
  metadata: {},
});

/** A transcript with the calls of each turn. */
function view(turns: Readonly<Record<string, readonly string[]>>) {
  const rows = Object.entries(turns).flatMap(([id, names]): readonly Row[] => [
    user(id),
    ...names.map((name, index) => call(id, name, index)),
    { kind: "end", id: `end-${id}`, at, turnId: id, turn: turn(id, names.length) },
  ]);
  return { order: rows.map(({ id }) => id), rows: new Map(rows.map((row) => [row.id, row])) };
}

test("a turn with a call that can write may have changed files", () => {
  expect(mayHaveWritten(view({ a: ["read", "bash", "grep"] }), turn("a", 3))).toBe(true);
  expect(mayHaveWritten(view({ a: ["mcp__notes__add"] }), turn("a", 1))).toBe(true);
});

test("a turn that only read, or called nothing, has not", () => {
  const both = view({ a: ["bash"], b: ["read", "todo_write", "ask_user"], c: [] });
  expect(mayHaveWritten(both, turn("b", 3))).toBe(false);
  expect(mayHaveWritten(both, turn("c", 0))).toBe(false);
});

test("a turn may have, if some of its calls are before the events that were read", () => {
  expect(mayHaveWritten(view({ a: ["read"] }), turn("a", 4))).toBe(true);
});
