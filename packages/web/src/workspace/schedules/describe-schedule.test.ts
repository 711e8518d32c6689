import { expect, test } from "vitest";
import { adviceFor, describeMoment, describeRun, describeState } from "./describe-schedule.ts";

test("a schedule that only its reader can continue has advice", () => {
  expect(describeState({ paused_reason: null }).text).toBe("Enabled");
  for (const paused_reason of ["failures", "principal", "ended"] as const)
    expect(adviceFor({ paused_reason })).not.toBe(null);
  expect(adviceFor({ paused_reason: "manual" })).toBe(null);
});

test("a run has the state of its turn, or says why it has none", () => {
  expect(describeRun({ outcome: "started", turn_status: "completed" })).toEqual({
    tone: "good",
    text: "Completed",
  });
  expect(describeRun({ outcome: "started", turn_status: null }).text).toBe("Session deleted");
  expect(describeRun({ outcome: "missed", turn_status: null }).tone).toBe("warn");
  expect(describeRun({ outcome: "failed", turn_status: null }).tone).toBe("bad");
});

test("a time is shown in the zone of the schedule, with its offset on that day", () => {
  expect(describeMoment("2026-03-29T01:00:00.000Z", "Europe/Berlin")).toBe("Sun, Mar 29, 2026, 03:00 GMT+2");
  expect(describeMoment("2026-01-01T03:00:00.000Z", "Europe/Berlin")).toBe("Thu, Jan 1, 2026, 04:00 GMT+1");
  expect(describeMoment("2026-01-01T03:00:00.000Z", "Mars/Base")).toBe("Thu, Jan 1, 2026, 03:00 UTC");
});
