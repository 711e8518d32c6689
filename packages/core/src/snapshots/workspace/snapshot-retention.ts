import { inject, service } from "../../di.ts";
import { snapshotsOf } from "../../domain/workspaces/config.ts";
import { cutoffOf, DAY_MS } from "../../domain/workspaces/retention.ts";
import type { WorkspaceRecord } from "../../domain/workspaces/workspace.ts";
import { InstanceRegistry } from "../../instance/instance-registry.ts";
import { workspaceObjects } from "../../objects/workspace-objects.ts";
import type { Clock } from "../../ports/clock.ts";
import { CLOCK, LOGGER, OBJECTS, STORE } from "../../ports/injection.ts";
import type { Logger } from "../../ports/logger.ts";
import type { ObjectInfo, ObjectStore } from "../../ports/object-store.ts";
import type { SnapshotNeeds } from "../../ports/snapshot-store.ts";
import type { Store } from "../../ports/store.ts";
import { reachedWorkspaces } from "../../workspaces/reached-workspaces.ts";

const MEBIBYTE = 1_048_576;
/** How long what nothing needs any more can still be read: somebody may be reading it, or restoring it on another instance. */
export const UNNEEDED_MS = 6 * 3_600_000;

/** The sizes of a workspace's objects by their keys. */
type Sizes = ReadonlyMap<string, ObjectInfo>;

/** A look at the objects of a workspace. */
interface Look {
  readonly at: number;
  /** The objects that nothing needed, and since when this instance knows. */
  readonly unneeded: ReadonlyMap<string, number>;
}

const NO_LOOK: Look = { at: -Infinity, unneeded: new Map() };

async function* pagesOf(store: ObjectStore): AsyncGenerator<readonly ObjectInfo[], void> {
  for (let after: string | undefined; ;) {
    const { objects, more } = await store.list("", after === undefined ? {} : { after });
    yield objects;
    after = objects.at(-1)?.key;
    if (!more || after === undefined) return;
  }
}

async function sizesOf(store: ObjectStore): Promise<Sizes> {
  const sizes = new Map<string, ObjectInfo>();
  for await (const page of pagesOf(store)) for (const object of page) sizes.set(object.key, object);
  return sizes;
}

/** Removes objects that are as they were. One that was stored again since may be needed again. */
async function removeUnchanged(store: ObjectStore, old: Sizes): Promise<void> {
  if (old.size === 0) return;
  for await (const page of pagesOf(store)) {
    const unchanged = page.filter(({ key, modifiedAt }) => old.get(key)?.modifiedAt === modifiedAt);
    if (unchanged.length > 0) await store.delete(unchanged.map(({ key }) => key));
  }
}

/**
 * Removes the snapshots that a workspace does not retain, and the objects that nothing has needed for `UNNEEDED_MS`. An object that was
 * stored within the last day stays: a snapshot that is being taken may need it.
 */
@service()
export class SnapshotRetention {
  private readonly working = new Map<string, Promise<void>>();
  /** The snapshots that are being restored, and by how many. */
  private readonly held = new Map<string, number>();
  /** The last one at each workspace. */
  private readonly looks = new Map<string, Look>();

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(OBJECTS) private readonly objects: ObjectStore | null,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(InstanceRegistry) private readonly instances: Pick<InstanceRegistry, "isOwn">,
  ) {}

  /** Looks at a workspace after a snapshot was added or removed. Others do not wait for it. */
  consider(workspace: WorkspaceRecord, isRemoved = false): void {
    const before = this.working.get(workspace.id) ?? Promise.resolve();
    const work = before
      .then(() => this.apply(workspace, isRemoved))
      .catch((error: unknown) => {
        this.logger.error({ error, workspace_id: workspace.id }, "old snapshots could not be removed");
      })
      .finally(() => {
        if (this.working.get(workspace.id) === work) this.working.delete(workspace.id);
      });
    this.working.set(workspace.id, work);
  }

  /** Keeps a snapshot on this instance while work restores it. */
  async whileHeld<T>(id: string, work: () => Promise<T>): Promise<T> {
    this.held.set(id, (this.held.get(id) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const left = (this.held.get(id) ?? 1) - 1;
      if (left === 0) this.held.delete(id);
      else this.held.set(id, left);
    }
  }

  /** Removes a snapshot. `in_use`: it is being restored, or a batch that has not ended needs it. */
  async remove(
    { tenant, id }: WorkspaceRecord,
    snapshotId: string,
  ): Promise<"removed" | "missing" | "in_use"> {
    if (this.held.has(snapshotId)) return "in_use";
    return this.store.transaction(async ({ snapshots, batches }) => {
      // Locked, so that no batch begins to need it.
      if (snapshots === undefined || (await snapshots.get(tenant, id, snapshotId)) === null) return "missing";
      if ((await batches?.usesSnapshot(tenant, snapshotId)) === true) return "in_use";
      await snapshots.delete(tenant, id, snapshotId);
      return "removed";
    });
  }

  /** Resolves when nothing is being removed. */
  async settled(): Promise<void> {
    while (this.working.size > 0) await Promise.all(this.working.values());
  }

  /** Looks at all workspaces whose files this instance reaches, until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    if (this.objects === null) return;
    for await (const workspace of reachedWorkspaces(this.store, this.instances)) {
      if (signal.aborted) return;
      const { at, unneeded } = this.looks.get(workspace.id) ?? NO_LOOK;
      this.consider(workspace, this.clock.now() - at > (unneeded.size > 0 ? UNNEEDED_MS : DAY_MS));
      await this.working.get(workspace.id);
    }
  }

  private async apply(workspace: WorkspaceRecord, isRemoved: boolean): Promise<void> {
    const rows = await this.store.snapshots?.needs(workspace.tenant, workspace.id);
    if (this.objects === null || rows === undefined || (rows.length === 0 && !isRemoved)) return;
    const { max_mb } = snapshotsOf(workspace.config);
    const kept = this.withinCount(workspace, rows);
    const most = max_mb * MEBIBYTE;
    const isFull = kept.reduce((sum, { record }) => sum + record.stored_bytes, 0) > most;
    if (!isRemoved && !isFull && kept.length === rows.length) return;
    const objects = workspaceObjects(this.objects, workspace.id);
    // Before the rows are read again: what they need then, they needed when these were listed, or it is new.
    const sizes = await sizesOf(objects);
    const ofSessions = await this.neededBySessions(workspace);
    const stay = new Set(this.withinBytes(kept, ofSessions, sizes, most));
    for (const row of rows) if (!stay.has(row)) await this.remove(workspace, row.record.id);
    await this.collect(objects, workspace, sizes);
  }

  /** Without what has expired, and without the oldest automatic ones of which there are too many. */
  private withinCount({ config }: WorkspaceRecord, rows: readonly SnapshotNeeds[]): readonly SnapshotNeeds[] {
    const { keep } = snapshotsOf(config);
    const cutoff = cutoffOf(this.clock.now(), config.retention?.snapshots_days ?? null) ?? -Infinity;
    const current = rows.filter(({ record }) => record.created_at >= cutoff);
    const automatic = current.filter(({ record }) => record.kind !== "manual");
    const dropped = new Set(automatic.slice(0, Math.max(0, automatic.length - keep)));
    return current.filter((row) => !dropped.has(row));
  }

  /** What the changes of sessions need stays as long as these. */
  private async neededBySessions({ tenant, id }: WorkspaceRecord): Promise<readonly string[]> {
    return (await this.store.snapshots?.sessions.objects(tenant, id)) ?? [];
  }

  /** Without the oldest automatic ones as long as all together store too much. The newest stays. */
  private withinBytes(
    rows: readonly SnapshotNeeds[],
    ofSessions: readonly string[],
    sizes: Sizes,
    most: number,
  ): readonly SnapshotNeeds[] {
    const uses = new Map(ofSessions.map((key) => [key, 1]));
    for (const { objects } of rows) for (const key of objects) uses.set(key, (uses.get(key) ?? 0) + 1);
    const sizeOf = (key: string) => sizes.get(key)?.size ?? 0;
    let stored = [...uses.keys()].reduce((sum, key) => sum + sizeOf(key), 0);
    const dropped = new Set<SnapshotNeeds>();
    for (const row of rows.slice(0, -1)) {
      if (stored <= most) break;
      if (row.record.kind === "manual") continue;
      dropped.add(row);
      for (const key of row.objects) {
        const left = (uses.get(key) ?? 0) - 1;
        uses.set(key, left);
        if (left === 0) stored -= sizeOf(key);
      }
    }
    return rows.filter((row) => !dropped.has(row));
  }

  private async collect(objects: ObjectStore, workspace: WorkspaceRecord, sizes: Sizes): Promise<void> {
    const { tenant, id } = workspace;
    const rows = (await this.store.snapshots?.needs(tenant, id)) ?? [];
    const published = (await this.store.workingCopies?.objects(tenant, id)) ?? [];
    const needed = new Set([...rows.flatMap((row) => row.objects), ...published]);
    for (const key of await this.neededBySessions(workspace)) needed.add(key);
    const now = this.clock.now();
    const known = this.looks.get(id)?.unneeded;
    const unneeded = new Map<string, number>();
    const free = new Map<string, ObjectInfo>();
    for (const [key, object] of sizes) {
      if (needed.has(key)) continue;
      const since = known?.get(key) ?? now;
      if (object.modifiedAt < now - DAY_MS && since <= now - UNNEEDED_MS) free.set(key, object);
      else unneeded.set(key, since);
    }
    await removeUnchanged(objects, free);
    this.looks.set(id, { at: now, unneeded });
  }
}
