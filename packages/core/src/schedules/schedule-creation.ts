import { inject, service } from "../di.ts";
import { WorkspaceAccess } from "../access/workspace-access.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { newId } from "../domain/ids.ts";
import type { Principal } from "../domain/principals/principal.ts";
import {
  MAX_SCHEDULES,
  type CreateSchedule,
  type Schedule,
  type ScheduleRecord,
} from "../domain/schedules/schedule.ts";
import { Idempotency, type CreateOptions } from "../idempotency/idempotency.ts";
import type { Versioned } from "../library/library-api.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK } from "../ports/injection.ts";
import type { Repositories } from "../ports/store.ts";
import { ScheduleAccess, schedulesOf } from "./schedule-access.ts";
import { ScheduleChanges } from "./schedule-changes.ts";
import { ScheduleChecks } from "./schedule-checks.ts";
import { sessionIdOf, timeOrNull } from "./schedule-records.ts";
import { runAs } from "../access/run-as.ts";
import { ScheduleViews } from "./schedule-views.ts";

/** Creates schedules. */
@service()
export class ScheduleCreation {
  constructor(
    @inject(CLOCK) private readonly clock: Clock,
    @inject(WorkspaceAccess) private readonly workspaces: WorkspaceAccess,
    @inject(ScheduleAccess) private readonly access: ScheduleAccess,
    @inject(Idempotency) private readonly idempotency: Idempotency,
    @inject(ScheduleChecks) private readonly checks: ScheduleChecks,
    @inject(ScheduleViews) private readonly views: ScheduleViews,
    @inject(ScheduleChanges) private readonly changes: ScheduleChanges,
  ) {}

  async create(
    principal: Principal,
    workspaceId: string,
    input: CreateSchedule,
    options?: CreateOptions,
  ): Promise<Versioned<Schedule>> {
    await this.access.require(principal, workspaceId);
    const request = { ...options, principal, route: `schedules ${workspaceId}`, body: input };
    const made = await this.idempotency.once(request, async (repositories) => {
      const { id } = await this.workspaces.findReady(principal, workspaceId, repositories);
      const schedules = schedulesOf(repositories);
      const others = await schedules.list(principal.tenant, id, { limit: MAX_SCHEDULES });
      if (others.length >= MAX_SCHEDULES) {
        const detail = `The workspace has ${MAX_SCHEDULES} schedules, and may have no more.`;
        throw new DomainError("not_allowed", detail);
      }
      const record = await this.recordOf(repositories, principal, id, input);
      await schedules.insert(record);
      return this.views.versioned(repositories, record);
    });
    this.changes.announce();
    return made;
  }

  private async recordOf(
    repositories: Repositories,
    principal: Principal,
    workspace_id: string,
    input: CreateSchedule,
  ): Promise<ScheduleRecord> {
    const now = this.clock.now();
    const { enabled, session, cron = null, at = null, ends_at, ...rest } = input;
    const record: ScheduleRecord = {
      ...rest,
      id: newId("sch", now),
      tenant: principal.tenant,
      workspace_id,
      cron,
      at: timeOrNull(at),
      session_id: sessionIdOf(session),
      ends_at: timeOrNull(ends_at),
      paused_reason: "manual",
      ...(await runAs(repositories, principal)),
      version: 1,
      next_run_at: null,
      due_at: null,
      decided_through: now,
      waited_through: null,
      started_runs: 0,
      failures: 0,
    };
    await this.checks.check(repositories, record);
    await this.checks.checkTurn(repositories, principal, record);
    const begun = this.checks.begun(record, now);
    return enabled ? begun : record;
  }
}
