import { limitsWithin, subjectOf } from "../config/policy.ts";
import { inject, service } from "../di.ts";
import type { BatchItemState } from "../domain/batches/batch-item.ts";
import type { BatchRecord } from "../domain/batches/batch.ts";
import type { DomainError } from "../domain/errors/domain-error.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { Workspace } from "../domain/workspaces/workspace.ts";
import { repeatOn } from "../idempotency/repeat-on.ts";
import { isRefusal } from "../instance/due-loop.ts";
import { SETTINGS, STORE, type ServiceSettings } from "../ports/injection.ts";
import type { Repositories, Store } from "../ports/store.ts";
import { TurnAcceptance, type Acceptance } from "../sessions/turn-acceptance.ts";
import { SnapshotFork } from "../rewind/snapshot-fork.ts";
import { WorkspaceCreation } from "../workspaces/workspace-creation.ts";
import { batchesOf } from "./batch-access.ts";
import { itemTurn, limitsWithinBudget, usdLeft } from "./item-turn.ts";

/** What passes by itself: the item begins later. */
const PASSING: ReadonlySet<string> = new Set(["queue_full", "rate_limited"]);
/** Names of workspaces that are tried: an attempt whose process died may have left one that is removed later. */
const MAX_NAMES = 5;

/** A refusal that ends an item. */
export function isFinal(error: unknown): error is DomainError {
  return isRefusal(error) && !PASSING.has(error.code);
}

/** The item has a turn, or has ended: nothing is made. */
class NoLongerWaiting extends Error {}

/** Accepts the turns of items, once each: a new workspace, the turn, and the item's record of both are one transaction. */
@service()
export class ItemStarter {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(SETTINGS) private readonly settings: Pick<ServiceSettings, "policyOf">,
    @inject(WorkspaceCreation) private readonly workspaces: WorkspaceCreation,
    @inject(SnapshotFork) private readonly forks: SnapshotFork,
    @inject(TurnAcceptance) private readonly turns: TurnAcceptance,
  ) {}

  /** Throws what refuses the workspace or the turn. Nothing where the item has begun or ended meanwhile. */
  async start(principal: Principal, batch: BatchRecord, item: BatchItemState): Promise<void> {
    const accept = (repositories: Repositories, workspaceId: string) =>
      this.accept(repositories, principal, batch, { position: item.position, workspaceId });
    const { workspace_id } = batch;
    try {
      const acceptance =
        workspace_id === null
          ? await this.inNewWorkspace(principal, batch, item, accept)
          : await this.store.transaction((repositories) => accept(repositories, workspace_id));
      await this.turns.announce(acceptance);
    } catch (error) {
      if (!(error instanceof NoLongerWaiting)) throw error;
    }
  }

  private async inNewWorkspace(
    principal: Principal,
    { id, template, template_id: templateId, snapshot_id }: BatchRecord,
    { position, key }: BatchItemState,
    accept: (repositories: Repositories, workspaceId: string) => Promise<Acceptance>,
  ): Promise<Acceptance> {
    const labels = { batch: id, batch_key: key };
    const then = (repositories: Repositories, workspace: Workspace) => accept(repositories, workspace.id);
    return repeatOn("name_taken", MAX_NAMES, (attempt) => {
      const name = `${id}-${position + 1}${attempt === 1 ? "" : `-${attempt}`}`;
      const input = { name, labels, ...(template !== null && { template }) };
      return snapshot_id === null
        ? this.workspaces.createWith(principal, input, then, { templateId })
        : this.forks.create(principal, snapshot_id, { name, labels }, then);
    });
  }

  private async accept(
    repositories: Repositories,
    principal: Principal,
    batch: BatchRecord,
    { position, workspaceId }: { readonly position: number; readonly workspaceId: string },
  ): Promise<Acceptance> {
    const { items } = batchesOf(repositories);
    const item = await items.get(batch.tenant, batch.id, position);
    if (item === null || item.status !== "running" || item.turn_id !== null) throw new NoLongerWaiting();
    const limits = await this.limits(repositories, principal, batch, workspaceId);
    const acceptance = await this.turns.acceptIn(repositories, {
      principal,
      workspaceId,
      chat: {
        ...itemTurn(batch.turn, item.item),
        ...(limits !== undefined && { limits }),
        source: "batch",
        on_busy: "queue",
      },
      images: [],
      attached: () => [],
    });
    const { session_id, turn_id } = acceptance.remembered;
    await items.save({ ...item, workspace_id: workspaceId, session_id, turn_id, retry_at: null });
    return acceptance;
  }

  private async limits(
    { workspaces }: Repositories,
    principal: Principal,
    batch: BatchRecord,
    workspaceId: string,
  ): Promise<BatchRecord["turn"]["limits"]> {
    const workspace = await workspaces.get(batch.tenant, workspaceId);
    if (workspace === null) return batch.turn.limits;
    const policy = this.settings.policyOf(subjectOf(principal));
    const bounds = limitsWithin(policy, workspace.config.limits);
    return limitsWithinBudget(bounds, batch.turn.limits, usdLeft(batch));
  }
}
