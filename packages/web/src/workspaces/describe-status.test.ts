import { expect, test } from "vitest";
import { describeStatus } from "./describe-status.ts";

const counts = { running: 0, queued: 0, waiting: 0, idle: 0 };

test.each([
  [{}, "neutral", "No sessions yet"],
  [{ idle: 3 }, "neutral", "Idle"],
  [{ running: 2, idle: 3 }, "busy", "2 running"],
  [{ running: 1, queued: 4, waiting: 1 }, "warn", "1 waiting for you, 1 running, 4 queued"],
])("sessions %j are %s: %s", (some, tone, words) => {
  expect(describeStatus({ status: "ready", session_counts: { ...counts, ...some } })).toEqual({
    tone,
    words,
  });
});

test("a workspace that is going or has no host says that before all else", () => {
  const session_counts = { ...counts, running: 1 };
  expect(describeStatus({ status: "deleting", session_counts }).words).toBe("Being deleted");
  expect(describeStatus({ status: "waiting_placement", session_counts }).tone).toBe("warn");
});
