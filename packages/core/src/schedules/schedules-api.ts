import type { CreateOptions } from "../idempotency/idempotency.ts";
import type { Versioned } from "../library/library-api.ts";
import type { Page, PageRequest } from "../domain/paging.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { PreviewScheduleInput, SchedulePreview } from "../domain/schedules/preview.ts";
import type { ScheduleRun } from "../domain/schedules/schedule-run.ts";
import type { CreateScheduleInput, Schedule, UpdateScheduleInput } from "../domain/schedules/schedule.ts";

export interface ScheduleCondition {
  /** The etag that the schedule must have, without quotes; otherwise `precondition_failed`. */
  readonly ifMatch?: string | undefined;
}

/** Every call throws `not_allowed` if the host was made without `cronTimes`. */
export interface SchedulesApi {
  list(principal: Principal, workspaceId: string, query?: PageRequest): Promise<Page<Schedule>>;
  /** Its turns run as the principal. `invalid_request` for an expression that never fires; `not_allowed` if there are too many. */
  create(
    principal: Principal,
    workspaceId: string,
    input: CreateScheduleInput,
    options?: CreateOptions,
  ): Promise<Versioned<Schedule>>;
  get(principal: Principal, workspaceId: string, id: string): Promise<Versioned<Schedule>>;
  /** Fields that are left out stay. Who changes `turn` is from then on the one as whom it runs. */
  update(
    principal: Principal,
    workspaceId: string,
    id: string,
    change: UpdateScheduleInput,
    condition?: ScheduleCondition,
  ): Promise<Versioned<Schedule>>;
  /** Also deletes its runs. Their sessions stay. */
  delete(principal: Principal, workspaceId: string, id: string, condition?: ScheduleCondition): Promise<void>;
  /** Times that pass while it is paused are not caught up. */
  pause(principal: Principal, workspaceId: string, id: string): Promise<Versioned<Schedule>>;
  /** Continues with the next time from now. `invalid_request` if there is none. */
  resume(principal: Principal, workspaceId: string, id: string): Promise<Versioned<Schedule>>;
  /**
   * Starts a run now, whether or not the schedule is paused. Throws what a chat throws if its turn is not accepted, and `session_busy` if
   * it would have to wait for a run in another session.
   */
  run(principal: Principal, workspaceId: string, id: string, options?: CreateOptions): Promise<ScheduleRun>;
  /** Newest first. */
  runs(
    principal: Principal,
    workspaceId: string,
    id: string,
    query?: PageRequest,
  ): Promise<Page<ScheduleRun>>;
  /** The next times of an expression, and what is special about them. */
  preview(principal: Principal, input: PreviewScheduleInput): Promise<SchedulePreview>;
}
