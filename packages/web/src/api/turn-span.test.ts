import { expect, test } from "vitest";
import { spanOfTurn } from "./turn-span.ts";

const at = (minute: number) => `2026-01-31T12:${String(minute).padStart(2, "0")}:00.000Z`;
const snapshot = (id: string, minute: number, session_id: string | null, turn_id: string | null = null) => ({
  id,
  created_at: at(minute),
  session_id,
  turn_id,
});
const turn = (id: string, end: number | null) => ({
  id,
  session_id: "ses_1",
  ended_at: end === null ? null : at(end),
});

/** Newest first. */
const SNAPSHOTS = [
  snapshot("snap_5", 50, "ses_1", "turn_3"),
  snapshot("snap_4", 40, null),
  snapshot("snap_3", 30, "ses_1", "turn_2"),
  snapshot("snap_2", 15, "ses_2", "turn_9"),
  snapshot("snap_1", 10, "ses_1", "turn_1"),
];

test("a turn ran between the snapshot before it and the first one after its end", () => {
  expect(spanOfTurn(SNAPSHOTS, turn("turn_2", 35))).toEqual({ from: "snap_3", to: "snap_4" });
});

test("what another session took while the turn ran is not its end", () => {
  expect(spanOfTurn(SNAPSHOTS, turn("turn_1", 20))).toEqual({ from: "snap_1", to: "snap_3" });
});

test("the next snapshot of the same session is after the turn, whatever the clocks say", () => {
  expect(spanOfTurn(SNAPSHOTS.slice(2), turn("turn_1", 31))).toEqual({ from: "snap_1", to: "snap_3" });
});

test("the changes of the latest turn, and of one that runs, extend to now", () => {
  expect(spanOfTurn(SNAPSHOTS, turn("turn_3", 55))).toEqual({ from: "snap_5", to: "now" });
  expect(spanOfTurn(SNAPSHOTS.slice(1), turn("turn_2", null))).toEqual({ from: "snap_3", to: "now" });
});

test("a turn without a snapshot has no known changes", () => {
  expect(spanOfTurn(SNAPSHOTS, turn("turn_7", 35))).toBe(null);
  expect(spanOfTurn([], turn("turn_1", 20))).toBe(null);
});
