import { runAs } from "../access/run-as.ts";
import { WorkspaceAccess } from "../access/workspace-access.ts";
import { inject, service } from "../di.ts";
import type { Batch, BatchHead, BatchRecord } from "../domain/batches/batch.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { invalidField } from "../domain/errors/invalid-field.ts";
import { newId } from "../domain/ids.ts";
import { requireScope, type Principal } from "../domain/principals/principal.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import { Idempotency, type CreateOptions } from "../idempotency/idempotency.ts";
import { dueNow } from "../instance/due-loop.ts";
import { HostDisk } from "../instance/host-disk.ts";
import { Shutdown } from "../instance/shutdown.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, LOGGER, STORE } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { Store } from "../ports/store.ts";
import { checkAsked } from "../sessions/message-text.ts";
import { pointingTo, TurnChecks } from "../sessions/turn-checks.ts";
import { SnapshotFork } from "../rewind/snapshot-fork.ts";
import { snapshotRows } from "../snapshots/workspace/workspace-snapshots.ts";
import { refuseBound, WorkspaceCreation } from "../workspaces/workspace-creation.ts";
import { batchesOf } from "./batch-access.ts";
import { numberedItems, type GivenItems } from "./batch-lines.ts";
import { abandonedAt, BatchLoad, fingerprintOf, stillLoading } from "./batch-load.ts";
import { abandonBatch, removeBatch } from "./batch-removal.ts";
import { NO_USAGE, toBatch } from "./batch-views.ts";
import { ItemChecks } from "./item-checks.ts";
import { limitsWithinBudget } from "./item-turn.ts";

/** What says where the items run. */
const WHERE = ["workspace_id", "template", "snapshot_id"] as const;
const SNAPSHOT = "#/defaults/snapshot_id";

const noSuchSnapshot = () => invalidField(SNAPSHOT, "names no snapshot");

/** Where the items run: in a workspace that exists, or in new ones. */
interface Target {
  readonly workspace: WorkspaceRecord;
  readonly template_id: string | null;
}

/** Makes batches of all items or none. */
@service()
export class BatchCreation {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(WorkspaceAccess) private readonly access: WorkspaceAccess,
    @inject(WorkspaceCreation) private readonly workspaces: WorkspaceCreation,
    @inject(SnapshotFork) private readonly forks: SnapshotFork,
    @inject(Idempotency) private readonly idempotency: Idempotency,
    @inject(TurnChecks) private readonly turns: TurnChecks,
    @inject(HostDisk) private readonly disk: HostDisk,
    @inject(Shutdown) private readonly shutdown: Shutdown,
  ) {}

  async create(
    principal: Principal,
    head: BatchHead,
    items: GivenItems,
    options: CreateOptions = {},
  ): Promise<Batch> {
    this.shutdown.assertRunning();
    // Throws where the host has none.
    batchesOf(this.store);
    const loading: { record: BatchRecord | null; isReplay: boolean } = { record: null, isReplay: false };
    const request = {
      principal,
      route: "batches",
      idempotencyKey: options.idempotencyKey,
      body: head,
      onReplay: () => (loading.isReplay = true),
    };
    const load = async () => {
      const { workspace, template_id } = await this.targetOf(principal, head);
      await this.disk.assertSpace();
      await this.checkDefaults(principal, head, workspace);
      const record = await this.recordOf(principal, head, template_id);
      await this.insert(record);
      loading.record = record;
      const checks = new ItemChecks(this.turns, this.store, principal, record.turn);
      return new BatchLoad({ store: this.store, clock: this.clock, disk: this.disk }, record, checks).run(
        numberedItems(items),
      );
    };
    try {
      const batch = await this.idempotency.onceStaged(request, load, async (repositories, loaded) => {
        await stillLoading(repositories, loaded);
        const record: BatchRecord = { ...loaded, status: "queued", due_at: loaded.created_at };
        await batchesOf(repositories).save(record);
        return toBatch(record);
      });
      if (!loading.isReplay) return batch;
      await this.assertSame(principal, batch.id, head, items);
      options.onReplay?.();
      return batch;
    } catch (error) {
      if (loading.record !== null) await this.discard(loading.record);
      throw error;
    }
  }

  /** The workspace of the items, or one as each of them will have, and the template of these. */
  private async targetOf(principal: Principal, { defaults }: BatchHead): Promise<Target> {
    const { workspace_id, template, snapshot_id } = defaults;
    const [first, second] = WHERE.filter((field) => defaults[field] !== undefined);
    if (first !== undefined && second !== undefined)
      throw invalidField(`#/defaults/${second}`, `must not be given together with ${first}`);
    if (workspace_id !== undefined)
      return { workspace: await this.access.findReady(principal, workspace_id), template_id: null };
    requireScope(principal, "workspaces:write");
    const forked = snapshot_id === undefined ? null : await this.plannedFork(principal, snapshot_id);
    refuseBound(principal);
    if (forked !== null) return { workspace: forked, template_id: null };
    return pointingTo(
      (pointer) => pointer.replace("#/", "#/defaults/"),
      async () => {
        const found =
          template === undefined ? null : await this.workspaces.findTemplate(this.store, principal, template);
        const workspace = await this.workspaces.planned(principal, { name: "batch" }, found);
        return { workspace, template_id: found?.id ?? null };
      },
    );
  }

  /** Throws `invalid_request` for a snapshot that the principal does not see. */
  private async plannedFork(principal: Principal, snapshotId: string): Promise<WorkspaceRecord> {
    try {
      return await pointingTo(
        () => SNAPSHOT,
        () => this.forks.planned(principal, snapshotId),
      );
    } catch (error) {
      if (DomainError.isInstance(error) && error.code === "not_found") throw noSuchSnapshot();
      throw error;
    }
  }

  private async insert(record: BatchRecord): Promise<void> {
    const { tenant, snapshot_id } = record;
    await this.store.transaction(async (repositories) => {
      // Locked: it is removed before, or not until the batch has ended.
      const isThere =
        snapshot_id === null || (await snapshotRows(repositories).find(tenant, snapshot_id)) !== null;
      if (!isThere) throw noSuchSnapshot();
      await batchesOf(repositories).insert(record);
    });
  }

  private async checkDefaults(
    principal: Principal,
    { defaults: { turn }, budget }: BatchHead,
    target: WorkspaceRecord,
  ): Promise<void> {
    await pointingTo(
      (pointer) => pointer.replace("#/", "#/defaults/turn/"),
      async () => {
        if (turn.message !== undefined) checkAsked(turn);
        this.turns.output(turn);
        this.turns.limits(target, principal, (bounds) => limitsWithinBudget(bounds, turn.limits, budget.usd));
      },
    );
  }

  /** Throws `idempotency_key_reused` if the items of a repeated request are others than those of the first. */
  private async assertSame(
    { tenant }: Principal,
    id: string,
    head: BatchHead,
    items: GivenItems,
  ): Promise<void> {
    let fingerprint = fingerprintOf("", head);
    for await (const { item } of numberedItems(items)) fingerprint = fingerprintOf(fingerprint, item);
    const record = await batchesOf(this.store).get(tenant, id);
    if (record !== null && record.fingerprint !== fingerprint)
      throw new DomainError("idempotency_key_reused", "This Idempotency-Key was used with other items.");
  }

  private async recordOf(
    principal: Principal,
    head: BatchHead,
    template_id: string | null,
  ): Promise<BatchRecord> {
    const { name = null, concurrency, budget, stop_after_failures = null, defaults } = head;
    const now = this.clock.now();
    return {
      id: newId("bat", now),
      tenant: principal.tenant,
      name,
      status: "loading",
      stop_reason: null,
      concurrency,
      budget,
      stop_after_failures,
      workspace_id: defaults.workspace_id ?? null,
      template: defaults.template ?? null,
      template_id,
      snapshot_id: defaults.snapshot_id ?? null,
      turn: defaults.turn,
      counts: { queued: 0, running: 0, succeeded: 0, failed: 0, cancelled: 0 },
      usage: NO_USAGE,
      fingerprint: fingerprintOf("", head),
      ...(await runAs(this.store, principal)),
      created_at: now,
      ended_at: null,
      due_at: await abandonedAt({ store: this.store, clock: this.clock }),
    };
  }

  /** Removes a batch that is still `loading`: a commit whose answer was lost may have queued it. */
  private async discard({ tenant, id }: BatchRecord): Promise<void> {
    try {
      const now = await dueNow(this.store, this.clock);
      const isLoading = await this.store.transaction(async (repositories) => {
        const record = await batchesOf(repositories).get(tenant, id);
        if (record?.status !== "loading") return false;
        await abandonBatch(repositories, { record, now });
        return true;
      });
      if (isLoading) await removeBatch(this.store, tenant, id);
    } catch (error) {
      this.logger.warn({ error, batch_id: id }, "a batch that was not finished is removed later");
    }
  }
}
