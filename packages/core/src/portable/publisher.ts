import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { InstanceRegistry } from "../instance/instance-registry.ts";
import { workspaceObjects } from "../objects/workspace-objects.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, OBJECTS, SANDBOXES, SETTINGS, STORE, type ServiceSettings } from "../ports/injection.ts";
import type { ObjectStore } from "../ports/object-store.ts";
import type { SandboxProvider } from "../ports/sandbox.ts";
import type { Store } from "../ports/store.ts";
import { Holds, requireSnapshots } from "./holds.ts";
import { Lanes } from "./lanes.ts";

export const inUse = () =>
  new DomainError("overloaded", "The workspace's files are in use on another instance.", { retryAfter: 5 });

/** What happens to a workspace's files on this instance. */
export interface Use {
  /** Turns and writes that need the files to stay here. */
  users: number;
  /** Writes of callers that have not ended. */
  writes: number;
  /** How many have ended. */
  written: number;
  /** Sessions that have stopped writing since the last publication. */
  readonly ended: Set<string>;
  /** A publication that has not begun. */
  next: Promise<void> | null;
}

/** Publishes the files that this instance has. */
@service()
export class Publisher {
  /** Null: the files of workspaces stay on their hosts. */
  readonly holds: Holds | null;
  private readonly lanes = new Lanes();
  private readonly uses = new Map<string, Use>();

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(OBJECTS) private readonly objects: ObjectStore | null,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(SANDBOXES) sandboxes: SandboxProvider,
    @inject(InstanceRegistry) instances: InstanceRegistry,
    @inject(SETTINGS) { portableFiles }: Pick<ServiceSettings, "portableFiles">,
  ) {
    this.holds =
      portableFiles && objects !== null ? new Holds({ store, objects, instances, sandboxes }) : null;
  }

  objectsOf(workspaceId: string): ObjectStore {
    if (this.objects === null) throw new DomainError("not_allowed", "This host takes no snapshots.");
    return workspaceObjects(this.objects, workspaceId);
  }

  use(workspaceId: string): Use {
    const use = this.uses.get(workspaceId) ?? {
      users: 0,
      writes: 0,
      written: 0,
      ended: new Set(),
      next: null,
    };
    this.uses.set(workspaceId, use);
    return use;
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
    const use = this.use(workspaceId);
    const ended = new Set(use.ended);
    const { written } = use;
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
    const behind = (await this.store.cluster?.background.inWorkspace(workspace.tenant, workspaceId)) ?? [];
    const published_at = this.clock.now();
    await this.holds?.change(
      hold,
      (row) => {
        // What was written since the files were looked at may be missing.
        const hasStopped = (id: string) => ended.has(id) && use.ended.has(id) && !behind.includes(id);
        const writers = (row.changed_by ?? []).filter((id) => !hasStopped(id));
        const isComplete = writers.length === 0 && use.writes === 0 && use.written === written;
        const changed_by = isComplete ? null : writers;
        return { ...row, root, published_at, changed_by };
      },
      objects,
    );
    for (const id of ended) use.ended.delete(id);
  }
}
