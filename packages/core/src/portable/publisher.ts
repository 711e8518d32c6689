import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import type { WorkingCopyRecord } from "../domain/files/working-copy.ts";
import { InstanceRegistry } from "../instance/instance-registry.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, OBJECTS, SANDBOXES, SETTINGS, STORE, type ServiceSettings } from "../ports/injection.ts";
import type { ObjectStore } from "../ports/object-store.ts";
import type { SandboxProvider } from "../ports/sandbox.ts";
import type { Store } from "../ports/store.ts";
import { copyOf, Holds, requireSnapshots } from "./holds.ts";
import { Lanes } from "./lanes.ts";
import { Use } from "./use.ts";

export const inUse = () =>
  new DomainError("overloaded", "The workspace's files are in use on another instance.", { retryAfter: 5 });

/** Publishes the files that this instance has. */
@service()
export class Publisher {
  /** Null: the files of workspaces stay on their hosts. */
  readonly holds: Holds | null;
  private readonly lanes = new Lanes();
  private readonly uses = new Map<string, Use>();
  /** Publications that have not begun. */
  private readonly next = new Map<string, Promise<void>>();
  private readonly stopping = new AbortController();

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(OBJECTS) objects: ObjectStore | null,
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

  use(workspaceId: string): Use {
    const use = this.uses.get(workspaceId) ?? new Use();
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

  /** Forgets what is known of files that this instance does not have and nobody uses here. */
  prune(): void {
    for (const [id, use] of this.uses)
      if (!use.isUsed && !use.has("leave") && this.holds?.get(id) === undefined) this.uses.delete(id);
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
    const next =
      this.next.get(workspaceId) ??
      this.alone(workspaceId, () => {
        this.next.delete(workspaceId);
        return this.publishNow(workspaceId);
      });
    this.next.set(workspaceId, next);
    return next;
  }

  /** Call it in `alone`. */
  async publishNow(workspaceId: string): Promise<void> {
    const { holds } = this;
    const hold = holds?.get(workspaceId);
    if (holds === null || hold === undefined) throw inUse();
    if (hold.record.changed_by === null) return;
    const { workspace, volume, record } = hold;
    const { writers, isUsed } = this.use(workspaceId);
    if (!isUsed) writers.endAll();
    const looked = writers.now();
    // All files are from this time or later.
    const published_at = this.clock.now();
    const processes = await this.background(workspace.tenant, workspaceId);
    const { root, objects } = await requireSnapshots(volume).take(holds.objectsOf(workspaceId), {
      base: record.root,
      ignored: true,
    });
    // Somebody removed the files of this host: what is published stays.
    if ((await copyOf(volume)) !== hold.copy) {
      holds.forget(workspaceId);
      throw inUse();
    }
    const behind = new Set([...processes, ...(await this.background(workspace.tenant, workspaceId))]);
    // What was written since the files were looked at may be missing.
    const mayHaveWritten = (id: string) => behind.has(id) || !writers.hadStopped(id, looked);
    const published = (row: WorkingCopyRecord): WorkingCopyRecord => {
      const sessions = (row.changed_by ?? []).filter(mayHaveWritten);
      const isComplete = sessions.length === 0 && writers.hadAllStopped(looked);
      return { ...row, root, published_at, changed_by: isComplete ? null : sessions };
    };
    try {
      await holds.change(hold, published, objects);
    } catch (error) {
      if (DomainError.isInstance(error) && error.code === "not_found") await holds.leaveDeleted(workspaceId);
      throw error;
    }
    writers.forget(looked);
  }
}
