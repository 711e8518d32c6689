import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import type { FilesStatus } from "../domain/files/working-copy.ts";
import { noSuchWorkspace } from "../domain/principals/principal.ts";
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
import { copyOf, isMarked, type Hold, type Holds } from "./holds.ts";
import { inUse, Publisher } from "./publisher.ts";
import { withWriters } from "./take-over.ts";
import { LOOK_MS } from "./use.ts";

/** How long a call waits for the instance that has the files. */
const WAIT_MS = 5_000;
/** The pauses before a publication at the end of a turn is repeated: 0.5 to 16 s. */
const PAUSE_MS = 500;
const MOST_PAUSE_MS = 16_000;

/** Published files. */
export interface PublishedFiles {
  readonly objects: ObjectStore;
  /** Null: there are no files. */
  readonly root: string | null;
  /** Milliseconds. */
  readonly published_at: number;
}

/** Throws `overloaded` when the signal aborts first; the work goes on. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(inUse());
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
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

  /** Makes the files of this host the current ones. Throws `overloaded` where another instance keeps them for longer than `waitMs`, or the signal aborts. */
  async take(
    workspace: WorkspaceRecord,
    volume: Volume,
    {
      waitMs = WAIT_MS,
      signal = this.shutdown.signal,
    }: { readonly waitMs?: number; readonly signal?: AbortSignal } = {},
  ): Promise<void> {
    const holds = this.of(workspace);
    if (holds === null) return;
    // Where they are here, a publication under way holds nobody up.
    if (await holds.has(workspace.id, volume)) return;
    const end = this.clock.monotonic() + waitMs;
    for (let isFirst = true; ; isFirst = false) {
      const taking = this.publisher.alone(workspace.id, () => holds.take(workspace, volume, isFirst));
      const hold = await unlessAborted(taking, signal);
      if (hold !== null) return;
      await this.lookAgain(end, signal);
    }
  }

  /** The published files, where those of this host are not the current ones. Null: they are, or can be at once. */
  async published(workspace: WorkspaceRecord, volume: Volume): Promise<PublishedFiles | null> {
    const holds = this.of(workspace);
    if (holds === null || (await holds.has(workspace.id, volume))) return null;
    const found = await requirePart(this.store, "workingCopies").get(workspace.tenant, workspace.id);
    if (found === null) return null;
    const { root, published_at, copy } = found.record;
    const isWithAnother = holds.isWithAnother(found);
    if (!isWithAnother && copy === (await copyOf(volume))) return null;
    const objects = holds.objectsOf(workspace.id);
    if (root !== null && published_at !== null) return { objects, root, published_at };
    // There were no files when it was created.
    return isWithAnother ? { objects, root: null, published_at: workspace.created_at } : null;
  }

  /** Runs work during which no other instance receives the files. */
  async whileUsed<T>(workspace: WorkspaceRecord, work: () => Promise<T>): Promise<T> {
    if (!this.isPortable(workspace)) return work();
    try {
      return await this.publisher.use(workspace.id).during("turn", work);
    } finally {
      this.keeper.afterUse(workspace.id);
    }
  }

  /** Runs a write of a caller, and publishes what it wrote. */
  async whileWriting<T>(workspace: WorkspaceRecord, volume: Volume, work: () => Promise<T>): Promise<T> {
    const holds = this.of(workspace);
    if (holds === null) return work();
    const { id, tenant } = workspace;
    const end = this.clock.monotonic() + WAIT_MS;
    // Nothing between the last look and the call: a call that begins after files began to leave keeps them here.
    while (this.publisher.use(id).mustWait) await this.lookAgain(end);
    try {
      return await this.publisher.use(id).during("call", async () => {
        const { hold, end } = await this.marked(workspace, volume, []);
        const { epoch } = hold.record;
        const publish = async () => {
          await this.publisher.publish(id);
          // Where they were taken over meanwhile, even by this instance, the write may have come to files that were replaced.
          if (holds.get(id)?.record.epoch !== epoch) throw inUse();
        };
        try {
          return await work();
        } finally {
          end();
          // After an error too: it may say what an earlier call did that was not published, as that a file is gone.
          await publish();
        }
      });
    } catch (error) {
      if (!DomainError.isInstance(error) || error.code !== "overloaded") throw error;
      const isGone = (await this.store.workspaces.get(tenant, id)) === null;
      throw isGone ? noSuchWorkspace() : error;
    }
  }

  /** The pause before the next look at files that another instance has or waits for. Throws `overloaded` from `end` on. */
  private async lookAgain(end: number, signal = this.shutdown.signal): Promise<void> {
    if (signal.aborted || this.clock.monotonic() >= end) throw inUse();
    await this.clock.sleep(LOOK_MS, signal);
  }

  /** Call before a call of a session writes portable files, for it and for those that it works for; the answer, when the call has ended. */
  async mark(workspace: WorkspaceRecord, volume: Volume, sessions: readonly string[]): Promise<() => void> {
    return (await this.marked(workspace, volume, sessions)).end;
  }

  /** Says in the row that a call writes, of these sessions or of none, from now until `end`. */
  private async marked(
    workspace: WorkspaceRecord,
    volume: Volume,
    sessions: readonly string[],
  ): Promise<{ readonly hold: Hold; readonly end: () => void }> {
    // Before anything is looked at: a publication that ends from now on leaves them in the row.
    const end = this.publisher.use(workspace.id).writers.begin(sessions);
    try {
      return { hold: await this.markedHold(workspace, volume, sessions), end };
    } catch (error) {
      end();
      throw error;
    }
  }

  private async markedHold(
    workspace: WorkspaceRecord,
    volume: Volume,
    sessions: readonly string[],
  ): Promise<Hold> {
    const { id } = workspace;
    const holds = this.of(workspace);
    if (holds === null) throw inUse();
    const known = holds.get(id);
    if (known?.isSure === true && isMarked(known, sessions) && (await holds.has(id, volume))) return known;
    await this.take(workspace, volume);
    return this.publisher.alone(id, async () => {
      const hold = await holds.take(workspace, volume);
      if (hold === null) throw inUse();
      if (!isMarked(hold, sessions)) await holds.change(hold, (record) => withWriters(record, sessions));
      return hold;
    });
  }

  /** A session's turn is over on this instance, or waits: it writes no more until its next call. */
  leave(workspace: WorkspaceRecord, session: string): void {
    if (this.isPortable(workspace)) this.publisher.use(workspace.id).writers.end(session);
  }

  /** Publishes what a session wrote, which writes no more; again for a while where the objects cannot be reached. */
  async publishEnd(workspace: WorkspaceRecord, session: string): Promise<void> {
    const { id } = workspace;
    const holds = this.of(workspace);
    const { signal } = this.shutdown;
    this.leave(workspace, session);
    const isLeft = () => holds?.get(id)?.record.changed_by?.includes(session) === true;
    for (let pauseMs = PAUSE_MS; isLeft(); pauseMs *= 2) {
      try {
        await this.publisher.publish(id);
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
    const { placement = null, epoch = 0, holder = null, copy = null } = found?.record ?? {};
    const { root = null, published_at = null, changed_by = null } = found?.record ?? {};
    return {
      placement: holder === null ? null : placement,
      epoch,
      published_snapshot: root,
      published_at: toTimestamp(published_at),
      dirty: changed_by !== null,
      restoring: holder !== null && copy === null,
    };
  }

  /** Forgets a workspace that is being removed. Returns whether this instance had its files. */
  forget(workspaceId: string): Promise<boolean> {
    return this.publisher.forget(workspaceId);
  }
}
