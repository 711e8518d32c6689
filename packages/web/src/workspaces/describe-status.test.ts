import { expect, test } from "vitest";
import { describeStatus } from "./describe-status.ts";

const counts = { running: 0, queued: 0, waiting: 0, idle: 0 };

test.each([
  [{}, "neutral", "No sessions"],
  [{ idle: 3 }, "neutral", "Idle"],
  [{ running: 2, idle: 3 }, "busy", "2 running"],
  [{ running: 1, queued: 4, waiting: 1 }, "warn", "1 waiting for you, 1 running, 4 queued"],
])("sessions %j are %s: %s", (some, tone, text) => {
  expect(describeStatus({ status: "ready", session_counts: { ...counts, ...some } })).toEqual({ tone, text });
});

test("a workspace that is deleted or has no host shows that first", () => {
  const session_counts = { ...counts, running: 1 };
  expect(describeStatus({ status: "deleting", session_counts }).text).toBe("Deleting");
  expect(describeStatus({ status: "waiting_placement", session_counts }).tone).toBe("warn");
});

test("files that are restored come before the sessions that wait for them", () => {
  const session_counts = { ...counts, queued: 1 };
  expect(describeStatus({ status: "ready", session_counts }, true)).toEqual({
    tone: "busy",
    text: "Restoring files",
  });
});
