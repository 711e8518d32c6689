import { inject, service } from "../di.ts";
import { InstanceRegistry, PORTABLE } from "../instance/instance-registry.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, LOGGER, STORE, VOLUMES } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import { requirePart } from "../ports/store-parts.ts";
import type { Store } from "../ports/store.ts";
import type { VolumeProvider } from "../ports/volume.ts";
import { MergedCalls } from "../runtime/merged-calls.ts";
import { requireSnapshots, type Hold } from "./holds.ts";
import { Publisher } from "./publisher.ts";

/** How often an instance looks at what it has. */
const POLL_MS = 5_000;
/** The pause between publications of files that background processes change. */
const AGAIN_MS = 15_000;
const DAY_MS = 86_400_000;
const PAGE = 500;

/** Releases files that other instances wait for, publishes what nobody published, and removes working copies that are not needed. */
@service()
export class CopyKeeper {
  private readonly looks = new MergedCalls(() => this.lookAtAll());
  private readonly stopping = new AbortController();
  private loop: Promise<void> = Promise.resolve();
  private unsubscribe: () => void = () => {};

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(VOLUMES) private readonly volumes: VolumeProvider,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(InstanceRegistry) private readonly instances: InstanceRegistry,
    @inject(Publisher) private readonly publisher: Publisher,
  ) {}

  start(): void {
    const { holds } = this.publisher;
    if (holds === null) return;
    this.unsubscribe =
      this.store.cluster?.subscribe((hint) => {
        const isOfHeld =
          (hint.type === "files" || hint.type === "workspace") && holds.get(hint.workspace_id) !== undefined;
        if (hint.type === "missed" || isOfHeld) this.look();
      }) ?? this.unsubscribe;
    this.loop = this.run();
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    for (;;) {
      await this.clock.sleep(POLL_MS, signal);
      if (signal.aborted) return;
      this.look();
    }
  }

  /** Looks soon at what can be released or published. */
  look(): void {
    this.looks.call();
  }

  /** Publishes and releases everything. Call it when nothing uses the files any more. */
  async stop(): Promise<void> {
    this.unsubscribe();
    this.stopping.abort();
    await this.loop;
    await this.looks.settled();
    await Promise.all((this.publisher.holds?.all ?? []).map((hold) => this.release(hold)));
  }

  private async lookAtAll(): Promise<void> {
    const all = this.publisher.holds?.all ?? [];
    if (all.length === 0) return;
    try {
      const rows = await requirePart(this.store, "workingCopies").heldBy(this.instances.id);
      const byId = new Map(rows.map((row) => [row.workspace_id, row]));
      await Promise.all(all.map((hold) => this.lookAt(hold, byId.get(hold.workspace.id)?.wanted)));
    } catch (error) {
      this.logger.warn({ error }, "the files that others wait for could not be read");
    }
  }

  /** `wanted`: undefined where the row is another's, or gone. */
  private async lookAt(hold: Hold, wanted: boolean | undefined): Promise<void> {
    const { workspace, record } = hold;
    const use = this.publisher.use(workspace.id);
    if (use.users > 0) return;
    if (wanted === true) await this.release(hold);
    else if (wanted === undefined) await this.removeIfGone(workspace);
    if (wanted !== false || record.changed_by === null) return;
    if (this.clock.now() - (record.published_at ?? 0) < AGAIN_MS) return;
    // No turn works here: what writes now are background processes, if any.
    for (const session of record.changed_by) use.ended.add(session);
    try {
      await this.publisher.publish(workspace.id);
    } catch (error) {
      this.logger.warn({ error, workspace_id: workspace.id }, "changed files could not be published");
    }
  }

  /** Removes the working copy of a workspace that another instance has removed. */
  private async removeIfGone({ tenant, id }: WorkspaceRecord): Promise<void> {
    if ((await this.store.workspaces.get(tenant, id)) !== null) return;
    if (await this.publisher.forget(id)) await this.volumes.removeWorkspace(id, { tenant });
  }

  private async release({ workspace: { tenant, id } }: Hold): Promise<void> {
    const { publisher, store } = this;
    const { holds } = publisher;
    const use = publisher.use(id);
    try {
      await publisher.alone(id, async () => {
        const hold = holds?.get(id);
        if (hold === undefined || use.users > 0) return;
        if (((await store.cluster?.background.inWorkspace(tenant, id)) ?? []).length > 0) return;
        for (const session of hold.record.changed_by ?? []) use.ended.add(session);
        await publisher.publishNow(id);
        if (use.users > 0) return;
        holds?.forget(id);
        await holds?.change(hold, (record) =>
          record.holder === this.instances.id ? { ...record, holder: null, wanted: false } : record,
        );
        store.cluster?.publish([{ type: "files", workspace_id: id }]);
      });
    } catch (error) {
      this.logger.warn({ error, workspace_id: id }, "the files of a workspace could not be released");
    }
  }

  /**
   * Removes the working copies of workspaces that do not exist any more, and those that another host has replaced more than a day ago.
   * A folder of which the store knows no workspace is left alone: it may belong to another store.
   */
  async sweep(signal: AbortSignal): Promise<void> {
    if (this.publisher.holds === null) return;
    const here = new Set(await this.volumes.workspaceIds?.());
    const all = here.size;
    const stale: string[] = [];
    for (let after: string | undefined; here.size > 0 && !signal.aborted;) {
      const page = await this.store.workspaces.listAll({
        limit: PAGE,
        ...(after !== undefined && { after }),
      });
      for (const workspace of page)
        if (here.delete(workspace.id) && (await this.isStale(workspace))) stale.push(workspace.id);
      after = page.at(-1)?.id;
      if (page.length < PAGE) break;
    }
    if (signal.aborted || here.size === all) return;
    for (const id of [...here, ...stale])
      await this.publisher.alone(id, async () => {
        if (this.publisher.holds?.get(id) === undefined) await this.volumes.removeWorkspace(id);
      });
  }

  private async isStale({ placement, tenant, id }: WorkspaceRecord): Promise<boolean> {
    if (placement !== PORTABLE || this.publisher.holds?.get(id) !== undefined) return false;
    const found = await requirePart(this.store, "workingCopies").get(tenant, id);
    const { copy = null, published_at = null } = found?.record ?? {};
    if (copy === null || published_at === null || published_at > this.clock.now() - DAY_MS) return false;
    const volume = await this.volumes.workspace(id, { tenant });
    return copy !== (await requireSnapshots(volume).copyId());
  }
}
