import { inject, service } from "../di.ts";
import type { ScheduleRunRecord } from "../domain/schedules/schedule-run.ts";
import type { ScheduleRecord } from "../domain/schedules/schedule.ts";
import { toTimestamp } from "../domain/wire.ts";
import type { Repositories } from "../ports/store.ts";
import { WebhookOutbox } from "../webhooks/webhook-outbox.ts";
import { toScheduleRun } from "./run-records.ts";

/** Informs webhooks of runs. */
@service()
export class RunNotices {
  constructor(@inject(WebhookOutbox) private readonly outbox: WebhookOutbox) {}

  /** In the transaction that stores the runs. Returns whether there is something to `announce`. */
  async add(
    repositories: Repositories,
    { tenant, workspace_id }: ScheduleRecord,
    runs: readonly ScheduleRunRecord[],
    now: number,
  ): Promise<boolean> {
    const messages = runs.map((run) => ({
      type: "schedule.run" as const,
      timestamp: toTimestamp(now),
      data: { workspace_id, run: toScheduleRun(run) },
    }));
    return this.outbox.addMessages(repositories, tenant, messages);
  }

  /** After the commit. */
  announce(): void {
    this.outbox.announce();
  }
}
