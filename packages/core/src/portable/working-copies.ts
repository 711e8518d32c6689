import { inject, service } from "../di.ts";
import type { FilesStatus } from "../domain/files/working-copy.ts";
import { toTimestamp } from "../domain/wire.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import { PORTABLE } from "../instance/instance-registry.ts";
import { Shutdown } from "../instance/shutdown.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, STORE } from "../ports/injection.ts";
import type { ObjectStore } from "../ports/object-store.ts";
import { requirePart } from "../ports/store-parts.ts";
import type { Store } from "../ports/store.ts";
import type { Volume } from "../ports/volume.ts";
import { CopyKeeper } from "./copy-keeper.ts";
import { requireSnapshots, type Holds } from "./holds.ts";
import { inUse, Publisher } from "./publisher.ts";

/** How long a call waits for the instance that has the files. */
const WAIT_MS = 5_000;
const LOOK_MS = 250;
/** The pauses before a publication at the end of a turn is repeated: 0.5 to 16 s. */
const PAUSE_MS = 500;
const MOST_PAUSE_MS = 16_000;

/** Published files. */
export interface PublishedFiles {
  readonly objects: ObjectStore;
  readonly root: string;
  /** Milliseconds. */
  readonly published_at: number;
}

/**
 * Moves the files of workspaces between hosts. The row of a workspace decides which files are current; an instance takes them over before
 * it uses them, says in the row that they change before they do, and publishes them.
 */
@service()
export class WorkingCopies {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(Shutdown) private readonly shutdown: Shutdown,
    @inject(Publisher) private readonly publisher: Publisher,
    @inject(CopyKeeper) private readonly keeper: CopyKeeper,
  ) {}

  /** Null where the files of a workspace stay on their host. */
  private of({ placement }: Pick<WorkspaceRecord, "placement">): Holds | null {
    return placement === PORTABLE ? this.publisher.holds : null;
  }

  isPortable(workspace: Pick<WorkspaceRecord, "placement">): boolean {
    return this.of(workspace) !== null;
  }

  /** Makes the files of this host the current ones. Throws `overloaded` where another instance keeps them for longer than `waitMs`. */
  async take(
    workspace: WorkspaceRecord,
    volume: Volume,
    { waitMs = WAIT_MS, signal }: { readonly waitMs?: number; readonly signal?: AbortSignal } = {},
  ): Promise<void> {
    const holds = this.of(workspace);
    // A publication under way does not keep the files from those that use them here.
    if (holds === null || (await holds.has(workspace.id, volume))) return;
    const end = this.clock.monotonic() + waitMs;
    for (let hasAsked = false; ; hasAsked = true) {
      const hold = await this.publisher.alone(workspace.id, () => holds.take(workspace, volume));
      if (hold !== null) return;
      if (this.clock.monotonic() >= end || signal?.aborted === true) throw inUse();
      if (!hasAsked) this.store.cluster?.publish([{ type: "files", workspace_id: workspace.id }]);
      await this.clock.sleep(LOOK_MS, signal);
    }
  }

  /** The published files, where those of this host are not the current ones. Null: they are, or can be at once. */
  async published(workspace: WorkspaceRecord, volume: Volume): Promise<PublishedFiles | null> {
    const holds = this.of(workspace);
    if (holds === null || (await holds.has(workspace.id, volume))) return null;
    const found = await requirePart(this.store, "workingCopies").get(workspace.tenant, workspace.id);
    if (found === null) return null;
    const { root, published_at, copy } = found.record;
    if (root === null || published_at === null) return null;
    if (copy === (await requireSnapshots(volume).copyId())) return null;
    return { objects: this.publisher.objectsOf(workspace.id), root, published_at };
  }

  /** Runs work during which no other instance receives the files. */
  async whileUsed<T>(workspace: WorkspaceRecord, work: () => Promise<T>): Promise<T> {
    if (!this.isPortable(workspace)) return work();
    const use = this.publisher.use(workspace.id);
    use.users += 1;
    try {
      return await work();
    } finally {
      use.users -= 1;
      if (use.users === 0) this.keeper.look();
    }
  }

  /** Runs a write of a caller, and publishes what it wrote. */
  async whileWriting<T>(workspace: WorkspaceRecord, volume: Volume, work: () => Promise<T>): Promise<T> {
    if (!this.isPortable(workspace)) return work();
    const use = this.publisher.use(workspace.id);
    return this.whileUsed(workspace, async () => {
      use.writes += 1;
      let result: T;
      try {
        await this.mark(workspace, volume, []);
        result = await work();
      } finally {
        use.writes -= 1;
        use.written += 1;
      }
      await this.publisher.publish(workspace.id);
      return result;
    });
  }

  /** Call before sessions write: a session, and those that it works for. */
  async mark(workspace: WorkspaceRecord, volume: Volume, sessions: readonly string[]): Promise<void> {
    const holds = this.of(workspace);
    if (holds === null) return;
    const { ended } = this.publisher.use(workspace.id);
    for (const id of sessions) ended.delete(id);
    const known = holds.get(workspace.id)?.record.changed_by ?? null;
    const isMarked = known !== null && sessions.every((id) => known.includes(id));
    if (isMarked && (await holds.has(workspace.id, volume))) return;
    await this.take(workspace, volume);
    await this.publisher.alone(workspace.id, async () => {
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
      this.publisher.use(workspace.id).ended.add(session);
      try {
        await this.publisher.publish(workspace.id);
        return;
      } catch (error) {
        if (pauseMs > MOST_PAUSE_MS || signal.aborted) throw error;
        await this.clock.sleep(pauseMs, signal);
      }
    }
  }

  async status(workspace: WorkspaceRecord): Promise<FilesStatus | null> {
    if (!this.isPortable(workspace)) return null;
    const found = await requirePart(this.store, "workingCopies").get(workspace.tenant, workspace.id);
    const { placement, epoch, holder, copy, root, published_at, changed_by } = found?.record ?? NOBODY;
    return {
      placement: holder === null ? null : placement,
      epoch,
      published_snapshot: root,
      published_at: published_at === null ? null : toTimestamp(published_at),
      dirty: changed_by !== null,
      restoring: holder !== null && copy === null,
    };
  }

  /** Forgets a workspace that is being removed. Returns whether this instance had its files. */
  forget(workspaceId: string): Promise<boolean> {
    return this.publisher.forget(workspaceId);
  }
}

/** The files of a workspace that nobody took over yet. */
const NOBODY = {
  placement: null,
  epoch: 0,
  holder: null,
  copy: null,
  root: null,
  published_at: null,
  changed_by: null,
};
