import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { ScheduleRun } from "../domain/schedules/schedule-run.ts";
import type { ScheduleRecord } from "../domain/schedules/schedule.ts";
import { Idempotency, type CreateOptions } from "../idempotency/idempotency.ts";
import { HostDisk } from "../instance/host-disk.ts";
import { Shutdown } from "../instance/shutdown.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK } from "../ports/injection.ts";
import type { Repositories } from "../ports/store.ts";
import { WebhookOutbox } from "../webhooks/webhook-outbox.ts";
import { DueSchedules, type Decided } from "./due-schedules.ts";
import { settleRuns } from "./run-ends.ts";
import { runMessages, runOf, toScheduleRun } from "./run-records.ts";
import { RunStarter } from "./run-starter.ts";
import { findSchedule, requirePrincipalOf, ScheduleAccess, schedulesOf } from "./schedule-access.ts";

interface Made {
  readonly run: ScheduleRun;
  readonly decided: Decided;
}

/** Starts runs that somebody asks for. */
@service()
export class ManualRuns {
  constructor(
    @inject(CLOCK) private readonly clock: Clock,
    @inject(ScheduleAccess) private readonly access: ScheduleAccess,
    @inject(Idempotency) private readonly idempotency: Idempotency,
    @inject(RunStarter) private readonly starter: RunStarter,
    @inject(DueSchedules) private readonly due: DueSchedules,
    @inject(WebhookOutbox) private readonly outbox: WebhookOutbox,
    @inject(HostDisk) private readonly disk: HostDisk,
    @inject(Shutdown) private readonly shutdown: Shutdown,
  ) {}

  async run(
    principal: Principal,
    workspaceId: string,
    id: string,
    options: CreateOptions = {},
  ): Promise<ScheduleRun> {
    await this.access.require(principal, workspaceId);
    this.shutdown.assertRunning();
    const assertSpace = await this.disk.checkSpace();
    const made: { last: Made | null } = { last: null };
    const request = {
      principal,
      route: `schedule run ${workspaceId} ${id}`,
      idempotencyKey: options.idempotencyKey,
      body: null,
      onReplay: () => {
        made.last = null;
        options.onReplay?.();
      },
    };
    const run = await this.idempotency.once(request, async (repositories) => {
      assertSpace();
      const locked = await findSchedule(repositories, principal, workspaceId, id);
      made.last = await this.make(repositories, locked);
      return made.last.run;
    });
    if (made.last !== null) await this.due.announce(made.last.decided);
    return run;
  }

  private async make(repositories: Repositories, locked: ScheduleRecord): Promise<Made> {
    const now = this.clock.now();
    const { record, open } = await settleRuns(repositories, locked);
    const principal = await requirePrincipalOf(repositories, record, now);
    const isBusy = await this.starter.overlaps(repositories, record, open);
    if (isBusy && record.overlap === "queue" && record.session_id === null)
      throw new DomainError(
        "session_busy",
        "A run of the schedule is under way, and others wait for its end.",
      );
    const started =
      isBusy && record.overlap === "skip"
        ? null
        : await this.starter.start(repositories, record, {
            principal,
            trigger: "manual",
            scheduledAt: now,
            open,
          });
    const run =
      started?.run ?? runOf(record, { trigger: "manual", outcome: "skipped_overlap", scheduled_at: now });
    const schedules = schedulesOf(repositories);
    await schedules.runs.add([run]);
    if (record !== locked) await schedules.save(record);
    const messages = runMessages(record, [run], now);
    const hasDeliveries = await this.outbox.addMessages(repositories, record.tenant, messages);
    return { run: toScheduleRun(run), decided: { started, hasDeliveries } };
  }
}
