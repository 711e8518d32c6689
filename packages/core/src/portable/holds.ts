import { DomainError } from "../domain/errors/domain-error.ts";
import type { WorkingCopyRecord } from "../domain/files/working-copy.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import { removeWorkspaceObjects, workspaceObjects } from "../objects/workspace-objects.ts";
import type { ObjectStore } from "../ports/object-store.ts";
import type { FoundWorkingCopy } from "../ports/working-copy-store.ts";
import { requirePart } from "../ports/store-parts.ts";
import type { Clock } from "../ports/clock.ts";
import type { Store } from "../ports/store.ts";
import type { Volume } from "../ports/volume.ts";
import type { VolumeSnapshots } from "../ports/volume-snapshots.ts";
import type { SandboxProvider } from "../ports/sandbox.ts";
import type { InstanceRegistry } from "../instance/instance-registry.ts";
import { takenOver } from "./take-over.ts";

/** Files that this instance has. */
export interface Hold {
  readonly workspace: WorkspaceRecord;
  readonly volume: Volume;
  readonly copy: string;
  /** The life of the instance in which the files were taken over. */
  readonly life: number;
  record: WorkingCopyRecord;
  /** Whether the row is known to be `record`. It is not while it changes, or when the answer to a change was lost. */
  isSure: boolean;
}

/** What a host has to have for portable files. */
interface HoldPorts {
  readonly store: Store;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly instances: InstanceRegistry;
  readonly sandboxes: Pick<SandboxProvider, "remove">;
  /** Ends restores. */
  readonly signal: AbortSignal;
}

const takenByAnother = () =>
  new DomainError("overloaded", "Another instance took the workspace's files over.", { retryAfter: 1 });

/** Throws `not_allowed` where the volumes of the host take none. */
export function requireSnapshots(volume: Volume): VolumeSnapshots {
  if (volume.snapshots !== undefined) return volume.snapshots;
  throw new DomainError("not_allowed", "The volumes of this host take no snapshots.");
}

/** Names a working copy; null where somebody removed it since the volume was opened. */
export async function copyOf(volume: Volume): Promise<string | null> {
  try {
    return await requireSnapshots(volume).copyId();
  } catch (error) {
    if (DomainError.isInstance(error) && error.code === "not_found") return null;
    throw error;
  }
}

/** Whether the row says that sessions write, or somebody where these are none. */
export function isMarked({ record: { changed_by } }: Hold, sessions: readonly string[]): boolean {
  return changed_by !== null && sessions.every((id) => changed_by.includes(id));
}

/** Removes everything in a volume. */
async function empty(volume: Volume): Promise<void> {
  for (const { path } of (await volume.list("")).entries) await volume.remove(path);
}

/** The rows of the files that this instance has. Calls for one workspace must not overlap. */
export class Holds {
  private readonly held = new Map<string, Hold>();

  constructor(private readonly ports: HoldPorts) {}

  get all(): readonly Hold[] {
    return [...this.held.values()];
  }

  /** The objects of a workspace. */
  objectsOf(workspaceId: string): ObjectStore {
    return workspaceObjects(this.ports.objects, workspaceId);
  }

  get(workspaceId: string): Hold | undefined {
    return this.held.get(workspaceId);
  }

  /** Returns whether this instance had the files. */
  forget(workspaceId: string): boolean {
    return this.held.delete(workspaceId);
  }

  /** Whether this instance has the files, unless somebody removed them from the disk. */
  trusts(workspaceId: string): boolean {
    const { store, instances } = this.ports;
    const hold = this.held.get(workspaceId);
    if (hold === undefined) return false;
    // Others may have replaced an instance whose entry was not renewed.
    return store.cluster === undefined || (instances.isKnownToLive && hold.life === instances.life);
  }

  /** Whether the files here are the current ones, as far as this instance can know without the store. */
  async has(workspaceId: string, volume: Volume): Promise<boolean> {
    return this.trusts(workspaceId) && this.held.get(workspaceId)?.copy === (await copyOf(volume));
  }

  /** Whether another instance has the files of a row, and cannot be replaced. */
  isWithAnother({ record, isHeld }: FoundWorkingCopy): boolean {
    return isHeld && record.holder !== this.ports.instances.id;
  }

  /**
   * Takes files over and restores them where this host does not have them. Null where another instance has them; it is asked for them,
   * with `isFirst` also where somebody else asked before.
   */
  async take(workspace: WorkspaceRecord, volume: Volume, isFirst = false): Promise<Hold | null> {
    const { store, clock, instances } = this.ports;
    const { tenant, id } = workspace;
    const known = this.held.get(id);
    if (known?.isSure === true && (await this.has(id, volume))) return known;
    const { life } = instances;
    const copy = await copyOf(volume);
    // An old working copy that was just removed: the next call makes another.
    if (copy === null) throw takenByAnother();
    const placement = await instances.host();
    const { record, isWanted } = await store.transaction(async (repositories) => {
      const rows = requirePart(repositories, "workingCopies");
      const found = await rows.lock(tenant, id);
      const taken = takenOver(found, { instance: instances.id, placement, copy, at: clock.now() });
      const isWanted = taken === null && !found.record.wanted;
      if (taken !== null || isWanted) await rows.save(taken ?? { ...found.record, wanted: true });
      return { record: taken, isWanted };
    });
    if (record === null) {
      if (isFirst || isWanted) store.cluster?.publish([{ type: "files", workspace_id: id }]);
      return null;
    }
    const hold: Hold = { workspace, volume, copy, life, record, isSure: true };
    if (record.copy === null) await this.restore(hold);
    this.held.set(id, hold);
    return hold;
  }

  private async restore(hold: Hold): Promise<void> {
    const { workspace, volume, copy, record } = hold;
    this.held.delete(workspace.id);
    // A sandbox may have the folder that was there before.
    await this.ports.sandboxes.remove(workspace.id);
    const { signal } = this.ports;
    const objects = this.objectsOf(workspace.id);
    if (record.root === null) await empty(volume);
    else await requireSnapshots(volume).restore(objects, record.root, { ignored: true, signal });
    await this.change(hold, (row) => ({ ...row, copy }));
  }

  /** Changes the row. Throws `overloaded` where the files were taken over since. */
  async change(
    hold: Hold,
    change: (record: WorkingCopyRecord) => WorkingCopyRecord,
    objects?: readonly string[],
  ): Promise<void> {
    const { tenant, id } = hold.workspace;
    const { store, instances } = this.ports;
    hold.isSure = false;
    const changed = await store.transaction(async (repositories) => {
      const rows = requirePart(repositories, "workingCopies");
      const { record } = await rows.lock(tenant, id);
      if (record.holder !== instances.id || record.epoch !== hold.record.epoch) return null;
      const next = change(record);
      await rows.save(next, objects);
      return next;
    });
    if (changed === null) {
      if (this.held.get(id) === hold) this.held.delete(id);
      throw takenByAnother();
    }
    hold.record = changed;
    hold.isSure = true;
  }

  /** Somebody deleted a workspace, and its objects before the last ones were stored. */
  async leaveDeleted(workspaceId: string): Promise<void> {
    this.held.delete(workspaceId);
    await removeWorkspaceObjects(this.ports.objects, workspaceId);
  }

  /** Gives up files that the row says are here, and this instance does not have: a restore failed, or a release. */
  async disown(tenant: string, workspaceId: string): Promise<void> {
    await this.ports.store.transaction(async (repositories) => {
      const rows = requirePart(repositories, "workingCopies");
      const { record } = await rows.lock(tenant, workspaceId);
      if (record.holder !== this.ports.instances.id || this.held.has(workspaceId)) return;
      await rows.save({ ...record, holder: null, wanted: false });
    });
  }
}
