import { newId } from "../../domain/ids.ts";
import type { ScheduleRunRecord } from "../../domain/schedules/schedule-run.ts";
import type { ScheduleRecord } from "../../domain/schedules/schedule.ts";
import type { WorkspaceRecord } from "../../domain/workspaces/workspace.ts";

/** It is never due, unless `due_at` says so. */
export function aSchedule(
  workspace: Pick<WorkspaceRecord, "id" | "tenant">,
  record: Partial<ScheduleRecord> = {},
): ScheduleRecord {
  return {
    id: newId("sch"),
    tenant: workspace.tenant,
    workspace_id: workspace.id,
    name: "nightly a\ud800\0🙂",
    cron: "0 3 * * *",
    timezone: "Europe/Berlin",
    at: null,
    turn: { message: "Tidy up.", metadata: { job: "tidy" } },
    session_id: null,
    overlap: "skip",
    catch_up: "latest",
    catch_up_window_seconds: 3_600,
    ends_at: null,
    max_runs: null,
    pause_after_failures: 5,
    paused_reason: null,
    principal: {
      id: "admin",
      tenant: workspace.tenant,
      kind: "user",
      scopes: ["chat", "workspaces:read"],
      workspace_ids: null,
    },
    is_service_token: false,
    version: 1,
    next_run_at: null,
    due_at: null,
    decided_through: 1_767_225_600_123,
    waited_through: null,
    started_runs: 0,
    failures: 0,
    ...record,
  };
}

export function aScheduleRun(
  schedule: Pick<ScheduleRecord, "id" | "tenant">,
  record: Partial<ScheduleRunRecord> = {},
): ScheduleRunRecord {
  return {
    id: newId("run"),
    tenant: schedule.tenant,
    schedule_id: schedule.id,
    scheduled_at: 1_767_225_600_000,
    trigger: "schedule",
    outcome: "started",
    session_id: "ses_1",
    turn_id: newId("turn"),
    turn_status: "queued",
    problem: null,
    is_open: true,
    ...record,
  };
}
