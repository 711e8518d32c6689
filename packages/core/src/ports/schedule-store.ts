import type { ScheduleRunRecord } from "../domain/schedules/schedule-run.ts";
import type { ScheduleRecord } from "../domain/schedules/schedule.ts";
import type { DueRows } from "./due-rows.ts";
import type { NewestFirst } from "../domain/paging.ts";

export interface ScheduleRepository extends DueRows<ScheduleRecord> {
  readonly runs: ScheduleRunRepository;
  /** Throws `not_found` when the tenant has no such workspace. */
  insert(record: ScheduleRecord): Promise<void>;
  /** Inside a transaction, the row is locked until its end. */
  get(tenant: string, workspaceId: string, id: string): Promise<ScheduleRecord | null>;
  list(tenant: string, workspaceId: string, page: NewestFirst): Promise<readonly ScheduleRecord[]>;
  /** Writes all but `id`, `tenant` and `workspace_id`. Throws `not_found`. */
  save(record: ScheduleRecord): Promise<void>;
  /** Removes the schedule with its runs. Returns false when there is none. */
  delete(tenant: string, workspaceId: string, id: string): Promise<boolean>;
}

/** Every method but `ofTurn` is called while the schedule's row is locked, or only reads. */
export interface ScheduleRunRepository {
  /** Throws `internal` for a second run of a schedule at one time, unless one of them is `manual`. */
  add(records: readonly ScheduleRunRecord[]): Promise<void>;
  get(tenant: string, scheduleId: string, id: string): Promise<ScheduleRunRecord | null>;
  list(tenant: string, scheduleId: string, page: NewestFirst): Promise<readonly ScheduleRunRecord[]>;
  /** Those that are open, oldest first. */
  listOpen(tenant: string, scheduleId: string, limit: number): Promise<readonly ScheduleRunRecord[]>;
  /** The run that started a turn. */
  ofTurn(tenant: string, turnId: string): Promise<ScheduleRunRecord | null>;
  /** Writes `turn_status` and `is_open`. Nothing where there is no such run. */
  save(record: ScheduleRunRecord): Promise<void>;
}
