import type { Schedule } from "@workspace-agent/client";
import { expect, test } from "vitest";
import { bodyOf, changesOf, draftOf, newDraft, problemOf, timingOf } from "./schedule-draft.ts";

const schedule: Schedule = {
  id: "sch_1",
  workspace_id: "ws_1",
  name: "nightly",
  enabled: true,
  cron: "0 4 * * *",
  timezone: "Europe/Berlin",
  at: null,
  turn: {
    message: "Run the tests.",
    limits: { max_steps: 9, max_cost_usd: 2 },
    output: { schema: { type: "object" }, max_attempts: 2 },
  },
  session: "new",
  overlap: "skip",
  catch_up: "latest",
  catch_up_window_seconds: 60,
  ends_at: "2026-12-24T18:00:30.000Z",
  max_runs: null,
  pause_after_failures: 5,
  next_runs_at: [],
  last_run: null,
  paused_reason: null,
  created_by: { kind: "user", id: "usr_1", name: "ada" },
};

test("a draft that was not changed changes nothing", () => {
  expect(changesOf(draftOf(schedule), schedule)).toEqual({});
});

test("only fields that were changed are sent, and a turn keeps what the form does not show", () => {
  const draft = draftOf(schedule);
  expect(changesOf({ ...draft, name: "weekly", cron: "0 4 * * 1" }, schedule)).toEqual({
    name: "weekly",
    cron: "0 4 * * 1",
  });
  expect(
    changesOf({ ...draft, maxCostUsd: "", prompt: { name: "review", arguments: {} } }, schedule),
  ).toEqual({
    turn: {
      message: "Run the tests.",
      prompt: { name: "review", arguments: {} },
      limits: { max_steps: 9 },
      output: { schema: { type: "object" }, max_attempts: 2 },
    },
  });
});

test("a schedule whose token is gone gets its turn from whoever enables it", () => {
  const paused = { ...schedule, enabled: false, paused_reason: "principal" } as const;
  const draft = draftOf(paused);
  expect(changesOf({ ...draft, name: "b" }, paused)).toEqual({ name: "b" });
  expect(changesOf({ ...draft, enabled: true }, paused)).toEqual({ enabled: true, turn: schedule.turn });
});

test("a single time is local and replaces the expression", () => {
  const draft = { ...draftOf(schedule), kind: "at", at: "2027-01-02T03:04" } as const;
  const at = new Date(2027, 0, 2, 3, 4).toISOString();
  expect(changesOf(draft, schedule)).toEqual({ at });
  expect(draftOf({ ...schedule, cron: null, at }).at).toBe("2027-01-02T03:04");
});

test("an incomplete draft says what is missing, and is not previewed", () => {
  const draft = newDraft("UTC");
  expect(problemOf(draft)).toBe("Enter a name.");
  const named = { ...draft, name: "a" };
  expect(problemOf(named)).toBe("Enter a message, or choose a prompt.");
  const complete = { ...named, message: "Do it." };
  expect(problemOf(complete)).toBe(null);
  expect(problemOf({ ...complete, cron: "0 4 * *" })).toBe("A cron expression has five fields.");
  expect(timingOf({ ...complete, timezone: "Mars/Base" })).toBe(null);
  expect(problemOf({ ...complete, kind: "at" })).toBe("Choose a time.");
  expect(bodyOf(complete)).toMatchObject({ cron: "0 4 * * *", timezone: "UTC", turn: { message: "Do it." } });
});
