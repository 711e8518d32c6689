import { session, turn, WORKSPACE_ID } from "./values.ts";

const SCHEDULE_ID = "sch_01kg9w5d7f9h1k3m5p7r9t1v3x";

export const scheduleRun = {
  id: "run_01kg9w6e8g0j2m4p6r8t0v2w4y",
  schedule_id: SCHEDULE_ID,
  scheduled_at: "2026-01-31T03:00:00.000Z",
  trigger: "schedule",
  outcome: "started",
  session_id: session.id,
  turn_id: turn.id,
  turn_status: "completed",
  problem: null,
};

const created = {
  name: "nightly tests",
  cron: "0 4 * * *",
  timezone: "Europe/Berlin",
  turn: { message: "Run the tests and fix what fails.", limits: { max_cost_usd: 2 } },
};

export const SCHEDULE_SCHEMA_EXAMPLES: Readonly<Record<string, unknown>> = {
  Schedule: {
    id: SCHEDULE_ID,
    workspace_id: WORKSPACE_ID,
    enabled: true,
    ...created,
    at: null,
    session: "new",
    overlap: "skip",
    catch_up: "latest",
    catch_up_window_seconds: 3600,
    ends_at: null,
    max_runs: null,
    pause_after_failures: 5,
    next_runs_at: ["2026-02-01T03:00:00.000Z", "2026-02-02T03:00:00.000Z"],
    last_run: scheduleRun,
    paused_reason: null,
    created_by: { kind: "user", id: "admin", name: "admin" },
  },
  CreateSchedule: created,
  UpdateSchedule: { cron: "0 5 * * MON-FRI", pause_after_failures: 3 },
  ScheduleRun: scheduleRun,
  PreviewSchedule: { cron: "30 2 * * *", timezone: "Europe/Berlin", count: 2 },
  SchedulePreview: {
    times: ["2026-03-29T01:00:00.000Z", "2026-03-30T00:30:00.000Z"],
    warnings: [
      {
        code: "dst_gap",
        time: "2026-03-29T01:00:00.000Z",
        detail: "The local time does not exist. The run comes at the first valid instant after it.",
      },
    ],
  },
};
