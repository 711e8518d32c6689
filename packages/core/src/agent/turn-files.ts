import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { LeaseLost } from "../domain/sessions/lease.ts";
import { serviceItem } from "../domain/sessions/service-item.ts";
import type { EventDraft } from "../domain/sessions/event.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import { toTimestamp } from "../domain/wire.ts";
import { STORE } from "../ports/injection.ts";
import { requirePart } from "../ports/store-parts.ts";
import type { Repositories, Store } from "../ports/store.ts";
import { withoutLoss } from "../portable/take-over.ts";
import type { TurnOutcome } from "../sessions/run-driver.ts";
import type { SessionRun } from "../sessions/session-run.ts";
import { WorkspaceEnvironment } from "../workspaces/workspace-environment.ts";

function noteOf(published_at: string | null): string {
  const now = published_at === null ? "empty" : `those of ${published_at}`;
  return `The host of the workspace was lost, and with it what you wrote since the files were last stored: they are ${now}. Check them before you go on.`;
}

/** Has the files of a workspace on this host while a turn runs, and tells the session what is missing of them. */
@service()
export class TurnFiles {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(WorkspaceEnvironment) private readonly environment: WorkspaceEnvironment,
  ) {}

  /** Runs a turn that has begun. Returns why it has to stop, if it does before the files are here. */
  async whileHere(
    run: SessionRun,
    workspace: WorkspaceRecord,
    turnId: string,
    work: () => Promise<TurnOutcome>,
  ): Promise<TurnOutcome | "interrupted"> {
    const waiting = { isOver: false };
    try {
      return await this.environment.whileUsed(workspace, run.signal, async () => {
        waiting.isOver = true;
        try {
          await this.tellLoss(run, workspace, turnId);
          return await work();
        } finally {
          this.environment.afterTurn(workspace, run.record.id);
        }
      });
    } catch (error) {
      const hasNoFiles = !waiting.isOver && DomainError.isInstance(error) && error.code === "overloaded";
      const { stopCause } = run;
      if (!hasNoFiles || stopCause === null) throw error;
      if (stopCause === "lease_lost") throw new LeaseLost(run.lease.session_id);
      return stopCause;
    }
  }

  private async tellLoss(run: SessionRun, workspace: WorkspaceRecord, turnId: string): Promise<void> {
    if (!this.environment.isPortable(workspace)) return;
    const { tenant, id } = workspace;
    const sessionId = run.record.id;
    const found = await requirePart(this.store, "workingCopies").get(tenant, id);
    if (found?.record.rolled_back.some(({ session_id }) => session_id === sessionId) !== true) return;
    await run.append(async (_, repositories): Promise<readonly EventDraft[]> => {
      const at = await takeLoss(repositories, workspace, sessionId);
      if (at === undefined) return [];
      const published_at = toTimestamp(at);
      return [
        { type: "files.rolled_back", turn_id: turnId, published_at },
        { type: "item.completed", turn_id: turnId, item: serviceItem(turnId, "user", noteOf(published_at)) },
      ];
    });
  }
}

/** Removes the loss of a session from the row, and returns when the files that are left were published. Undefined: there is none. */
async function takeLoss(
  repositories: Repositories,
  { tenant, id }: WorkspaceRecord,
  sessionId: string,
): Promise<number | null | undefined> {
  const rows = requirePart(repositories, "workingCopies");
  const { record } = await rows.lock(tenant, id);
  const loss = record.rolled_back.find(({ session_id }) => session_id === sessionId);
  if (loss !== undefined) await rows.save(withoutLoss(record, sessionId));
  return loss?.published_at;
}
