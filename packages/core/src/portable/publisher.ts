import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { InstanceRegistry } from "../instance/instance-registry.ts";
import { removeWorkspaceObjects, workspaceObjects } from "../objects/workspace-objects.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, OBJECTS, SANDBOXES, SETTINGS, STORE, type ServiceSettings } from "../ports/injection.ts";
import type { ObjectStore } from "../ports/object-store.ts";
import type { SandboxProvider } from "../ports/sandbox.ts";
import type { Store } from "../ports/store.ts";
import { Holds, requireSnapshots, type Hold } from "./holds.ts";
import { Lanes } from "./lanes.ts";
import { Writers } from "./writers.ts";

export const inUse = () =>
  new DomainError("overloaded", "The workspace's files are in use on another instance.", { retryAfter: 5 });

/** What happens to a workspace's files on this instance. */
export interface Use {
  /** Turns that need the files to stay here. */
  turns: number;
  /** Writes of callers that have not ended. */
  writes: number;
  readonly writers: Writers;
  /** A publication is deciding whether anything is left to publish. */
  isCommitting: boolean;
  /** Another instance waits for the files. */
  isWanted: boolean;
  /** They go to it as soon as the writes have ended; new ones wait. */
  isLeaving: boolean;
  /** A publication that has not begun. */
  next: Promise<void> | null;
}

const isUsed = ({ turns, writes }: Use) => turns + writes > 0;

/** Publishes the files that this instance has. */
@service()
export class Publisher {
  /** Null: the files of workspaces stay on their hosts. */
  readonly holds: Holds | null;
  private readonly lanes = new Lanes();
  private readonly uses = new Map<string, Use>();
  private readonly stopping = new AbortController();

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(OBJECTS) private readonly objects: ObjectStore | null,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(SANDBOXES) sandboxes: SandboxProvider,
    @inject(InstanceRegistry) instances: InstanceRegistry,
    @inject(SETTINGS) { portableFiles }: Pick<ServiceSettings, "portableFiles">,
  ) {
    const { signal } = this.stopping;
    this.holds =
      portableFiles && objects !== null
        ? new Holds({ store, objects, clock, instances, sandboxes, signal })
        : null;
  }

  objectsOf(workspaceId: string): ObjectStore {
    if (this.objects === null) throw new DomainError("not_allowed", "This host takes no snapshots.");
    return workspaceObjects(this.objects, workspaceId);
  }

  use(workspaceId: string): Use {
    const use = this.uses.get(workspaceId) ?? {
      turns: 0,
      writes: 0,
      writers: new Writers(),
      isCommitting: false,
      isWanted: false,
      isLeaving: false,
      next: null,
    };
    this.uses.set(workspaceId, use);
    return use;
  }

  isUsed(workspaceId: string): boolean {
    return isUsed(this.use(workspaceId));
  }

  /** Runs what moves or publishes the files of a workspace, one after another. */
  alone<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
    return this.lanes.run(workspaceId, work);
  }

  /** Returns whether this instance had the files. */
  async forget(workspaceId: string): Promise<boolean> {
    const had = await this.alone(workspaceId, () => Promise.resolve(this.holds?.forget(workspaceId)));
    this.uses.delete(workspaceId);
    return had === true;
  }

  /** Forgets what is known of files that this instance does not have and nobody uses here. */
  prune(): void {
    for (const [id, use] of this.uses)
      if (!isUsed(use) && !use.isLeaving && this.holds?.get(id) === undefined) this.uses.delete(id);
  }

  /** Restores that are under way fail from now on. */
  stopRestoring(): void {
    this.stopping.abort();
  }

  /** Sessions of a workspace with background processes. */
  async background(tenant: string, workspaceId: string): Promise<readonly string[]> {
    return (await this.store.cluster?.background.inWorkspace(tenant, workspaceId)) ?? [];
  }

  /** Publishes what changed, in one publication for all that wait for one. Throws `overloaded` where this instance does not have the files any more. */
  publish(workspaceId: string): Promise<void> {
    const use = this.use(workspaceId);
    use.next ??= this.alone(workspaceId, () => {
      use.next = null;
      return this.publishNow(workspaceId);
    });
    return use.next;
  }

  /** Call it in `alone`. */
  async publishNow(workspaceId: string): Promise<void> {
    const hold = this.holds?.get(workspaceId);
    if (hold === undefined) throw inUse();
    if (hold.record.changed_by === null) return;
    const { workspace, volume, record } = hold;
    const { writers } = this.use(workspaceId);
    if (!this.isUsed(workspaceId)) writers.clear();
    const looked = writers.now();
    // The time that all of them are from, at the latest.
    const published_at = this.clock.now();
    const processes = await this.background(workspace.tenant, workspaceId);
    const snapshots = requireSnapshots(volume);
    const { root, objects } = await snapshots.take(this.objectsOf(workspaceId), {
      base: record.root,
      ignored: true,
    });
    // Somebody removed the files of this host: what is published stays.
    if ((await snapshots.copyId()) !== hold.copy) {
      this.holds?.forget(workspaceId);
      throw inUse();
    }
    const behind = [...processes, ...(await this.background(workspace.tenant, workspaceId))];
    // What was written since the files were looked at may be missing.
    const hasStopped = (id: string) => writers.hadStopped(id, looked) && !behind.includes(id);
    await this.commit(hold, {
      root,
      objects,
      published_at,
      hasStopped,
      haveAllStopped: () => writers.hadAllStopped(looked),
    });
    writers.forget(looked);
  }

  private async commit(
    hold: Hold,
    {
      root,
      objects,
      published_at,
      hasStopped,
      haveAllStopped,
    }: {
      readonly root: string;
      readonly objects: readonly string[];
      readonly published_at: number;
      readonly hasStopped: (session: string) => boolean;
      readonly haveAllStopped: () => boolean;
    },
  ): Promise<void> {
    const { id } = hold.workspace;
    const use = this.use(id);
    use.isCommitting = true;
    try {
      await this.holds?.change(
        hold,
        (row) => {
          const sessions = (row.changed_by ?? []).filter((session) => !hasStopped(session));
          const changed_by = sessions.length === 0 && haveAllStopped() ? null : sessions;
          return { ...row, root, published_at, changed_by };
        },
        objects,
      );
    } catch (error) {
      // The workspace was deleted, and its objects before these were stored.
      if (this.objects !== null && DomainError.isInstance(error) && error.code === "not_found") {
        this.holds?.forget(id);
        await removeWorkspaceObjects(this.objects, id);
      }
      throw error;
    } finally {
      use.isCommitting = false;
    }
  }
}
