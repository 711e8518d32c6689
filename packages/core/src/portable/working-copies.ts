import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import type { FilesStatus } from "../domain/files/working-copy.ts";
import { toTimestamp } from "../domain/wire.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import { InstanceRegistry, PORTABLE } from "../instance/instance-registry.ts";
import { Shutdown } from "../instance/shutdown.ts";
import { workspaceObjects } from "../objects/workspace-objects.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, LOGGER, OBJECTS, SETTINGS, STORE, type ServiceSettings } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { ObjectStore } from "../ports/object-store.ts";
import { requirePart } from "../ports/store-parts.ts";
import type { Store } from "../ports/store.ts";
import type { Volume } from "../ports/volume.ts";
import { MergedCalls } from "../runtime/merged-calls.ts";
import { Holds, requireSnapshots, type Hold } from "./holds.ts";
import { Lanes } from "./lanes.ts";

/** How long a call waits for the instance that has the files. */
const WAIT_MS = 5_000;
const LOOK_MS = 250;
/** How often an instance looks at what it has. */
const POLL_MS = 5_000;
/** The pause between publications of files that background processes change. */
const AGAIN_MS = 15_000;
/** The pauses before a publication at the end of a turn is repeated: 0.5 to 16 s. */
const PAUSE_MS = 500;
const MOST_PAUSE_MS = 16_000;

const inUse = () =>
  new DomainError("overloaded", "The workspace's files are in use on another instance.", { retryAfter: 5 });

/** Published files. */
export interface PublishedFiles {
  readonly objects: ObjectStore;
  readonly root: string;
  /** Milliseconds. */
  readonly published_at: number;
}

/** What happens to a workspace's files on this instance. */
interface Use {
  /** Turns and writes that need the files to stay here. */
  users: number;
  /** Writes of callers that have not ended. */
  writes: number;
  /** Sessions that have stopped writing since the last publication. */
  readonly ended: Set<string>;
  /** A publication that has not begun. */
  next: Promise<void> | null;
}

/**
 * Moves the files of workspaces between hosts. The row of a workspace decides which files are current; an instance takes them over before
 * it uses them, says in the row that they change before they do, and publishes them.
 */
@service()
export class WorkingCopies {
  private readonly holds: Holds | null;
  private readonly lanes = new Lanes();
  private readonly uses = new Map<string, Use>();
  private readonly looks = new MergedCalls(() => this.look());
  private readonly stopping = new AbortController();
  private loop: Promise<void> = Promise.resolve();
  private unsubscribe: () => void = () => {};

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(OBJECTS) private readonly objects: ObjectStore | null,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(SETTINGS) { portableFiles }: Pick<ServiceSettings, "portableFiles">,
    @inject(InstanceRegistry) private readonly instances: InstanceRegistry,
    @inject(Shutdown) private readonly shutdown: Shutdown,
  ) {
    this.holds = portableFiles && objects !== null ? new Holds({ store, objects, instances }) : null;
  }

  /** What the files of a workspace are moved with; null where they stay on their host. */
  private of({ placement }: Pick<WorkspaceRecord, "placement">): Holds | null {
    return placement === PORTABLE ? this.holds : null;
  }

  isPortable(workspace: Pick<WorkspaceRecord, "placement">): boolean {
    return this.of(workspace) !== null;
  }

  private use(workspaceId: string): Use {
    const use = this.uses.get(workspaceId) ?? { users: 0, writes: 0, ended: new Set(), next: null };
    this.uses.set(workspaceId, use);
    return use;
  }

  /** Makes the files of this host the current ones. Throws `overloaded` where another instance keeps them for longer than `waitMs`. */
  async take(
    workspace: WorkspaceRecord,
    volume: Volume,
    { waitMs = WAIT_MS, signal }: { readonly waitMs?: number; readonly signal?: AbortSignal } = {},
  ): Promise<void> {
    const holds = this.of(workspace);
    if (holds === null) return;
    const end = this.clock.monotonic() + waitMs;
    for (let hasAsked = false; ; hasAsked = true) {
      const hold = await this.lanes.run(workspace.id, () => holds.take(workspace, volume));
      if (hold !== null) return;
      if (this.clock.monotonic() >= end || signal?.aborted === true) throw inUse();
      if (!hasAsked) this.store.cluster?.publish([{ type: "files", workspace_id: workspace.id }]);
      await this.clock.sleep(LOOK_MS, signal);
    }
  }

  /** The published files, where those of this host are not the current ones. Null: they are, or can be at once. */
  async published(workspace: WorkspaceRecord, volume: Volume): Promise<PublishedFiles | null> {
    const holds = this.of(workspace);
    if (holds === null || this.objects === null || (await holds.has(workspace.id, volume))) return null;
    const found = await requirePart(this.store, "workingCopies").get(workspace.tenant, workspace.id);
    if (found === null) return null;
    const { root, published_at, copy } = found.record;
    if (root === null || published_at === null || copy === (await requireSnapshots(volume).copyId())) return null;
    return { objects: workspaceObjects(this.objects, workspace.id), root, published_at };
  }

  /** Runs work during which no other instance receives the files. */
  async whileUsed<T>(workspace: WorkspaceRecord, work: () => Promise<T>): Promise<T> {
    if (!this.isPortable(workspace)) return work();
    const use = this.use(workspace.id);
    use.users += 1;
    try {
      return await work();
    } finally {
      use.users -= 1;
      if (use.users === 0) this.looks.call();
    }
  }

  /** Runs a write of a caller, and publishes what it wrote. */
  async whileWriting<T>(workspace: WorkspaceRecord, volume: Volume, work: () => Promise<T>): Promise<T> {
    const holds = this.of(workspace);
    if (holds === null) return work();
    return this.whileUsed(workspace, async () => {
      const use = this.use(workspace.id);
      use.writes += 1;
      let isWriting = true;
      const ended = () => {
        if (isWriting) use.writes -= 1;
        isWriting = false;
      };
      try {
        await this.mark(workspace, volume, []);
        const result = await work();
        ended();
        await this.publish(holds, workspace.id);
        return result;
      } finally {
        ended();
      }
    });
  }

  /** Call before sessions write: a session and those that it works for. */
  async mark(workspace: WorkspaceRecord, volume: Volume, sessions: readonly string[]): Promise<void> {
    const holds = this.of(workspace);
    if (holds === null) return;
    for (const id of sessions) this.use(workspace.id).ended.delete(id);
    const current = holds.get(workspace.id);
    const known = current?.record.changed_by ?? null;
    if (
      current !== undefined &&
      known !== null &&
      sessions.every((id) => known.includes(id)) &&
      (await holds.has(workspace.id, volume))
    )
      return;
    await this.take(workspace, volume);
    await this.lanes.run(workspace.id, async () => {
      const hold = await holds.take(workspace, volume);
      if (hold === null) throw inUse();
      await holds.mark(hold, sessions);
    });
  }

  /** A session writes no more: publishes what it wrote, again for a while where the objects cannot be reached. */
  async publishEnd(workspace: WorkspaceRecord, session: string): Promise<void> {
    const holds = this.of(workspace);
    const { signal } = this.shutdown;
    for (let pauseMs = PAUSE_MS; holds?.get(workspace.id) !== undefined; pauseMs *= 2) {
      this.use(workspace.id).ended.add(session);
      try {
        await this.publish(holds, workspace.id);
        return;
      } catch (error) {
        if (pauseMs > MOST_PAUSE_MS || signal.aborted) throw error;
        await this.clock.sleep(pauseMs, signal);
      }
    }
  }

  /** Publishes what changed, in one publication for all that wait for one. */
  private publish(holds: Holds, workspaceId: string): Promise<void> {
    const use = this.use(workspaceId);
    use.next ??= this.lanes.run(workspaceId, () => {
      use.next = null;
      return this.publishNow(holds, workspaceId, use);
    });
    return use.next;
  }

  private async publishNow(holds: Holds, workspaceId: string, use: Use): Promise<void> {
    const hold = holds.get(workspaceId);
    if (hold === undefined || this.objects === null) throw inUse();
    if (hold.record.changed_by === null) return;
    const { workspace, volume, record } = hold;
    const ended = new Set(use.ended);
    const snapshots = requireSnapshots(volume);
    const { root, objects } = await snapshots.take(workspaceObjects(this.objects, workspaceId), {
      base: record.root,
      ignored: true,
    });
    // Somebody removed the files of this host: what is published stays.
    if ((await snapshots.copyId()) !== hold.copy) {
      holds.forget(workspaceId);
      throw inUse();
    }
    const { cluster } = this.store;
    const behind = (await cluster?.background.inWorkspace(workspace.tenant, workspaceId)) ?? [];
    const published_at = this.clock.now();
    await holds.change(
      hold,
      (row) => {
        const writers = (row.changed_by ?? []).filter((id) => behind.includes(id) || !ended.has(id));
        const changed_by = writers.length > 0 || use.writes > 0 ? writers : null;
        return { ...row, root, published_at, changed_by };
      },
      objects,
    );
    for (const id of ended) use.ended.delete(id);
  }

  async status({ placement, tenant, id }: WorkspaceRecord): Promise<FilesStatus | null> {
    if (!this.isPortable({ placement })) return null;
    const found = await requirePart(this.store, "workingCopies").get(tenant, id);
    const row = found?.record;
    return {
      placement: row?.holder == null ? null : row.placement,
      epoch: row?.epoch ?? 0,
      published_snapshot: row?.root ?? null,
      published_at: row?.published_at == null ? null : toTimestamp(row.published_at),
      dirty: row !== undefined && row.changed_by !== null,
      restoring: row !== undefined && row.holder !== null && row.copy === null,
    };
  }

  /** Forgets a workspace that is being removed. Returns whether this instance had its files. */
  async forget(workspaceId: string): Promise<boolean> {
    const { holds } = this;
    if (holds === null) return false;
    const had = await this.lanes.run(workspaceId, () => Promise.resolve(holds.forget(workspaceId)));
    this.uses.delete(workspaceId);
    return had;
  }

  start(): void {
    if (this.holds === null) return;
    this.unsubscribe =
      this.store.cluster?.subscribe((hint) => {
        if (hint.type === "missed" || (hint.type === "files" && this.holds?.get(hint.workspace_id)))
          this.looks.call();
      }) ?? this.unsubscribe;
    this.loop = this.run();
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.clock.sleep(POLL_MS, signal);
      if (!signal.aborted) this.looks.call();
    }
  }

  /** Publishes and releases everything. Call it when nothing uses the files any more. */
  async stop(): Promise<void> {
    this.unsubscribe();
    this.stopping.abort();
    await this.loop;
    await this.looks.settled();
    await Promise.all((this.holds?.all ?? []).map((hold) => this.release(hold)));
  }

  /** Publishes what its writers left, and releases what others wait for. */
  private async look(): Promise<void> {
    const { holds } = this;
    if (holds === null || holds.all.length === 0) return;
    try {
      const rows = await requirePart(this.store, "workingCopies").heldBy(this.instances.id);
      const byId = new Map(rows.map((row) => [row.workspace_id, row]));
      await Promise.all(holds.all.map((hold) => this.lookAt(hold, byId.get(hold.workspace.id)?.wanted)));
    } catch (error) {
      this.logger.warn({ error }, "the files that others wait for could not be read");
    }
  }

  /** `wanted`: undefined where the row is another's. */
  private async lookAt(hold: Hold, wanted: boolean | undefined): Promise<void> {
    const { workspace, record } = hold;
    const use = this.use(workspace.id);
    if (use.users > 0 || this.holds === null) return;
    if (wanted === true) await this.release(hold);
    if (wanted !== false || record.changed_by === null) return;
    if (this.clock.now() - (record.published_at ?? 0) < AGAIN_MS) return;
    // No turn works here: what writes now are background processes, if any.
    for (const session of record.changed_by) use.ended.add(session);
    try {
      await this.publish(this.holds, workspace.id);
    } catch (error) {
      this.logger.warn({ error, workspace_id: workspace.id }, "changed files could not be published");
    }
  }

  private async release({ workspace: { tenant, id } }: Hold): Promise<void> {
    const { holds } = this;
    if (holds === null) return;
    const use = this.use(id);
    try {
      await this.lanes.run(id, async () => {
        const hold = holds.get(id);
        if (hold === undefined || use.users > 0) return;
        const { cluster } = this.store;
        if (((await cluster?.background.inWorkspace(tenant, id)) ?? []).length > 0) return;
        for (const session of hold.record.changed_by ?? []) use.ended.add(session);
        await this.publishNow(holds, id, use);
        if (use.users > 0) return;
        holds.forget(id);
        await holds.change(hold, (record) => ({ ...record, holder: null, wanted: false }));
        cluster?.publish([{ type: "files", workspace_id: id }]);
      });
    } catch (error) {
      this.logger.warn({ error, workspace_id: id }, "the files of a workspace could not be released");
    }
  }
}
