import { inject, service } from "../di.ts";
import { runAs } from "../access/run-as.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { isSameJson } from "../runtime/canonical-json.ts";
import { newestPage, type Page, type PageRequest } from "../domain/paging.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { ScheduleRunRecord } from "../domain/schedules/schedule-run.ts";
import type { Schedule, ScheduleRecord, UpdateSchedule } from "../domain/schedules/schedule.ts";
import type { Versioned } from "../library/library-api.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, STORE } from "../ports/injection.ts";
import type { Repositories, Store } from "../ports/store.ts";
import { WebhookOutbox } from "../webhooks/webhook-outbox.ts";
import { paused, sessionIdOf, timeOrNull } from "./schedule-records.ts";
import { runMessages, runOf } from "./run-records.ts";
import { findSchedule, requirePrincipalOf, ScheduleAccess, schedulesOf } from "./schedule-access.ts";
import { ScheduleChanges } from "./schedule-changes.ts";
import { ScheduleChecks } from "./schedule-checks.ts";
import { ScheduleTimes } from "./schedule-times.ts";
import { ScheduleViews } from "./schedule-views.ts";
import type { ScheduleCondition } from "./schedules-api.ts";

/** Due times that a change decides at once. The scheduler would have decided the others long ago. */
const MAX_MISSED = 1_000;

type Given<Fields> = { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** A field that is undefined counts as absent. */
function given<Fields extends object>(fields: Fields): Given<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Given<Fields>;
}

type Change = (
  record: ScheduleRecord,
  repositories: Repositories,
  now: number,
) => ScheduleRecord | Promise<ScheduleRecord>;

/** Whether turns would go to another session than before: in it, others may have written. */
function takesOver({ session_id }: ScheduleRecord, session: string): boolean {
  const next = sessionIdOf(session);
  return next !== null && next !== session_id;
}

/** Reads and changes the schedules of workspaces. */
@service()
export class ScheduleEditor {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(ScheduleAccess) private readonly access: ScheduleAccess,
    @inject(ScheduleTimes) private readonly times: ScheduleTimes,
    @inject(ScheduleChecks) private readonly checks: ScheduleChecks,
    @inject(ScheduleViews) private readonly views: ScheduleViews,
    @inject(ScheduleChanges) private readonly changes: ScheduleChanges,
    @inject(WebhookOutbox) private readonly outbox: WebhookOutbox,
  ) {}

  async list(principal: Principal, workspaceId: string, query: PageRequest): Promise<Page<Schedule>> {
    await this.access.require(principal, workspaceId);
    const { items, next } = await newestPage(query, (page) =>
      schedulesOf(this.store).list(principal.tenant, workspaceId, page),
    );
    return { items: await Promise.all(items.map((record) => this.views.of(this.store, record))), next };
  }

  async get(principal: Principal, workspaceId: string, id: string): Promise<Versioned<Schedule>> {
    await this.access.require(principal, workspaceId);
    return this.views.versioned(this.store, await findSchedule(this.store, principal, workspaceId, id));
  }

  private async change(
    principal: Principal,
    workspaceId: string,
    id: string,
    make: Change,
    { ifMatch }: ScheduleCondition = {},
  ): Promise<Versioned<Schedule>> {
    await this.access.require(principal, workspaceId);
    const { versioned, hasDeliveries } = await this.store.transaction(async (repositories) => {
      const record = await findSchedule(repositories, principal, workspaceId, id);
      this.checkVersion(record, ifMatch);
      const now = this.clock.now();
      const next = await make(record, repositories, now);
      if (isSameJson(next, record))
        return { versioned: await this.views.versioned(repositories, record), hasDeliveries: false };
      const saved = { ...next, version: record.version + 1 };
      const schedules = schedulesOf(repositories);
      const missed = saved.next_run_at === record.next_run_at ? [] : this.missedBy(record, now);
      await schedules.runs.add(missed);
      await schedules.save({
        ...saved,
        decided_through: missed.at(-1)?.scheduled_at ?? saved.decided_through,
      });
      const messages = runMessages(record, missed, now);
      const hasDeliveries = await this.outbox.addMessages(repositories, record.tenant, messages);
      return { versioned: await this.views.versioned(repositories, saved), hasDeliveries };
    });
    this.changes.announce();
    if (hasDeliveries) this.outbox.announce();
    return versioned;
  }

  /** The times that have come and are not decided, such as those that wait for an earlier run, when a change ends them. */
  private missedBy(record: ScheduleRecord, now: number): readonly ScheduleRunRecord[] {
    const runs: ScheduleRunRecord[] = [];
    for (let next = record.next_run_at; next !== null && next <= now && runs.length < MAX_MISSED;) {
      runs.push(runOf(record, { trigger: "schedule", outcome: "missed", scheduled_at: next }));
      next = this.times.nextAfter(record, next);
    }
    return runs;
  }

  private checkVersion({ version }: ScheduleRecord, ifMatch: string | undefined): void {
    if (ifMatch !== undefined && ifMatch !== String(version))
      throw new DomainError("precondition_failed", "The schedule was changed meanwhile: read it again.");
  }

  async update(
    principal: Principal,
    workspaceId: string,
    id: string,
    change: UpdateSchedule,
    condition: ScheduleCondition = {},
  ): Promise<Versioned<Schedule>> {
    const { enabled, session, cron, at, ends_at, turn, ...rest } = change;
    const make: Change = async (before, repositories, now) => {
      const isGiven = turn !== undefined || (session !== undefined && takesOver(before, session));
      const record: ScheduleRecord = {
        ...before,
        ...given(rest),
        ...(cron !== undefined && { cron, at: null }),
        ...(at !== undefined && { at: Date.parse(at), ...(cron === undefined && { cron: null }) }),
        ...(session !== undefined && { session_id: sessionIdOf(session) }),
        ...(ends_at !== undefined && { ends_at: timeOrNull(ends_at) }),
        ...(turn !== undefined && { turn }),
        ...(isGiven && (await runAs(repositories, principal))),
      };
      await this.checks.check(repositories, record);
      if (turn !== undefined) await this.checks.checkTurn(repositories, principal, record);
      if (enabled === false) return record.paused_reason === null ? paused(record, "manual") : record;
      if (enabled === undefined && before.paused_reason !== null) return record;
      const differs = (...names: readonly (keyof ScheduleRecord)[]) =>
        names.some((name) => record[name] !== before[name]);
      const isMoved = differs("cron", "timezone", "at");
      if (before.paused_reason === null && !isMoved && !differs("ends_at", "max_runs")) return record;
      return this.begin(repositories, isMoved ? { ...record, next_run_at: null } : record, now);
    };
    return this.change(principal, workspaceId, id, make, condition);
  }

  /** The schedule with its next time. */
  private async begin(
    repositories: Repositories,
    record: ScheduleRecord,
    now: number,
  ): Promise<ScheduleRecord> {
    await requirePrincipalOf(repositories, record, now);
    return this.checks.begun(record, now);
  }

  async delete(
    principal: Principal,
    workspaceId: string,
    id: string,
    { ifMatch }: ScheduleCondition = {},
  ): Promise<void> {
    await this.access.require(principal, workspaceId);
    await this.store.transaction(async (repositories) => {
      this.checkVersion(await findSchedule(repositories, principal, workspaceId, id), ifMatch);
      await schedulesOf(repositories).delete(principal.tenant, workspaceId, id);
    });
  }

  async pause(principal: Principal, workspaceId: string, id: string): Promise<Versioned<Schedule>> {
    return this.change(principal, workspaceId, id, (record) =>
      record.paused_reason === null ? paused(record, "manual") : record,
    );
  }

  async resume(principal: Principal, workspaceId: string, id: string): Promise<Versioned<Schedule>> {
    return this.change(principal, workspaceId, id, (record, repositories, now) =>
      record.paused_reason === null ? record : this.begin(repositories, record, now),
    );
  }
}
