import { inject, service } from "../../di.ts";
import { DomainError } from "../../domain/errors/domain-error.ts";
import { newId } from "../../domain/ids.ts";
import { noSuchWorkspace } from "../../domain/principals/principal.ts";
import type { SnapshotRecord } from "../../domain/snapshots/snapshot.ts";
import { snapshotsOf } from "../../domain/workspaces/config.ts";
import type { WorkspaceRecord } from "../../domain/workspaces/workspace.ts";
import { HostDisk } from "../../instance/host-disk.ts";
import { removeWorkspaceObjects, workspaceObjects } from "../../objects/workspace-objects.ts";
import type { Clock } from "../../ports/clock.ts";
import { CLOCK, OBJECTS, STORE } from "../../ports/injection.ts";
import type { ObjectStore } from "../../ports/object-store.ts";
import type { SnapshotRepository } from "../../ports/snapshot-store.ts";
import type { Repositories, Store } from "../../ports/store.ts";
import { requirePart } from "../../ports/store-parts.ts";
import type {
  RestoredSnapshot,
  RestoreOptions,
  TakenSnapshot,
  VolumeSnapshots,
} from "../../ports/volume-snapshots.ts";
import { requireSnapshots } from "../../portable/holds.ts";
import { WorkspaceEnvironment } from "../../workspaces/workspace-environment.ts";
import { SnapshotRetention } from "./snapshot-retention.ts";

/** How often a take is repeated whose base was removed meanwhile. */
const ATTEMPTS = 3;

export function snapshotRows(repositories: Repositories): SnapshotRepository {
  return requirePart(repositories, "snapshots");
}

export const noSuchSnapshot = () => new DomainError("not_found", "There is no such snapshot.");

/** A root that is stored, and the row that needs its objects. */
interface Base {
  readonly of: "snapshot" | "session";
  readonly id: string;
  readonly root: string;
}

/** Files that are stored and have no row yet. */
export interface LookedAt {
  readonly taken: TakenSnapshot;
  /** What they may share objects with: while its row needs them, they exist. Null: they share none. */
  readonly base: Base | null;
  /** They cover ignored files too. */
  readonly ignored: boolean;
}

/** The files of a workspace on this host, which has received them so often. */
export interface FilesHere {
  readonly snapshots: VolumeSnapshots;
  readonly epoch: number;
}

const hadByAnother = () =>
  new DomainError("overloaded", "Another instance changed the workspace's files meanwhile.", {
    retryAfter: 1,
  });

export interface SnapshotOrigin extends Pick<SnapshotRecord, "kind" | "label" | "session_id" | "turn_id"> {
  /** The session changes no files after it: they are also those at its end. Default false. */
  readonly isEnd?: boolean;
}

/** Takes the files of workspaces, and keeps what it took in rows. */
@service()
export class WorkspaceSnapshots {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(OBJECTS) private readonly objects: ObjectStore | null,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(WorkspaceEnvironment) private readonly environment: WorkspaceEnvironment,
    @inject(HostDisk) private readonly disk: HostDisk,
    @inject(SnapshotRetention) private readonly retention: SnapshotRetention,
  ) {}

  get isOffered(): boolean {
    return this.objects !== null;
  }

  /** The objects of a workspace. Throws `not_allowed` for a host without snapshots, and `overloaded` where they are on other hosts. */
  objectsOf(workspace: WorkspaceRecord): ObjectStore {
    if (this.objects === null) throw new DomainError("not_allowed", "This host takes no snapshots.");
    this.environment.assertReached(workspace);
    return workspaceObjects(this.objects, workspace.id);
  }

  /** Whether snapshots of a workspace can be taken. Throws `overloaded` where its files are on other hosts. */
  async takes(workspace: WorkspaceRecord): Promise<boolean> {
    return this.isOffered && (await this.environment.files(workspace)).snapshots !== undefined;
  }

  /** Throws `not_allowed` where the volume of a workspace takes no snapshots. Portable files, which have one that does, stay where they are. */
  async assertTaken(workspace: WorkspaceRecord): Promise<void> {
    if (!this.environment.isPortable(workspace)) await this.filesOf(workspace);
  }

  /** The snapshots of a workspace's volume. Throws `not_allowed` where it takes none. */
  async filesOf(workspace: WorkspaceRecord): Promise<VolumeSnapshots> {
    return requireSnapshots(await this.environment.files(workspace));
  }

  /** Runs work that looks at the files and changes them by what it saw. No other host receives them meanwhile. */
  async whileHere<T>(workspace: WorkspaceRecord, work: (files: FilesHere) => Promise<T>): Promise<T> {
    return this.environment.whileKept(workspace, async (files) =>
      work({ snapshots: requireSnapshots(files), epoch: await this.epochOf(workspace) }),
    );
  }

  private async epochOf({ tenant, id }: WorkspaceRecord): Promise<number> {
    return (await this.store.workingCopies?.get(tenant, id))?.record.epoch ?? 0;
  }

  /**
   * Makes the files of a workspace those of a snapshot, whose objects may be another workspace's. `here`: what they are; throws `overloaded`
   * where another host had them since.
   */
  async restore(
    workspace: WorkspaceRecord,
    objects: ObjectStore,
    root: string,
    options: RestoreOptions,
    here?: FilesHere,
  ): Promise<RestoredSnapshot> {
    return this.environment.whileWriting(workspace, async (volume) => {
      if (here !== undefined && here.epoch !== (await this.epochOf(workspace))) throw hadByAnother();
      return requireSnapshots(volume).restore(objects, root, options);
    });
  }

  /** Throws `not_found`. */
  async find({ tenant, id }: WorkspaceRecord, snapshotId: string): Promise<SnapshotRecord> {
    const record = await snapshotRows(this.store).get(tenant, id, snapshotId);
    if (record === null) throw noSuchSnapshot();
    return record;
  }

  /** Stores the files as they are now. What no row needs is removed a day later at the earliest. Throws `overloaded` where the host's disk is full. */
  async look(workspace: WorkspaceRecord): Promise<LookedAt> {
    await this.disk.assertSpace();
    const base = await this.newest(workspace);
    const { ignored } = snapshotsOf(workspace.config);
    return { taken: await this.stored(workspace, base?.root ?? null), base, ignored };
  }

  /** The files as they are now, stored. Throws `not_found` for a workspace that is deleted, also meanwhile: nothing of it stays stored. */
  private async stored(workspace: WorkspaceRecord, base: string | null): Promise<TakenSnapshot> {
    const record = await this.store.workspaces.get(workspace.tenant, workspace.id);
    if (record === null) await this.removeStored(workspace);
    if (record?.status === "deleting") throw noSuchWorkspace();
    try {
      const snapshots = await this.filesOf(workspace);
      const { ignored } = snapshotsOf(workspace.config);
      return await snapshots.take(this.objectsOf(workspace), { base, ignored });
    } finally {
      if (await this.isDeleted(workspace)) await this.removeStored(workspace);
    }
  }

  private async isDeleted({ tenant, id }: WorkspaceRecord): Promise<boolean> {
    const record = await this.store.workspaces.get(tenant, id);
    return record === null || record.status === "deleting";
  }

  /** The deletion may have come before the objects, and before the volume was opened, which creates it. Throws `not_found`. */
  private async removeStored({ tenant, id }: WorkspaceRecord): Promise<void> {
    await this.environment.removeFiles(tenant, id);
    if (this.objects !== null) await removeWorkspaceObjects(this.objects, id);
    throw noSuchWorkspace();
  }

  /** What was stored last. Another base lacks contents that would be stored again, and what only a later one covers. */
  private async newest({ tenant, id }: WorkspaceRecord): Promise<Base | null> {
    const rows = snapshotRows(this.store);
    const [[snapshot], session] = await Promise.all([
      rows.list(tenant, id, { limit: 1 }),
      rows.sessions.newest(tenant, id),
    ]);
    const ofSession = session?.end_root ?? session?.root ?? null;
    if (session !== null && ofSession !== null && session.stored_at >= (snapshot?.created_at ?? 0))
      return { of: "session", id: session.session_id, root: ofSession };
    if (snapshot === undefined) return null;
    return { of: "snapshot", id: snapshot.id, root: snapshot.end_root ?? snapshot.root };
  }

  /** Whether the objects exist that files may share, in the caller's transaction. */
  async isKept(
    repositories: Repositories,
    { tenant, id }: WorkspaceRecord,
    { base }: LookedAt,
  ): Promise<boolean> {
    if (base === null) return true;
    const rows = snapshotRows(repositories);
    const row = await (base.of === "session" ? rows.sessions : rows).get(tenant, id, base.id);
    return row !== null && [row.root, row.end_root].includes(base.root);
  }

  /** The row of what was stored, in the caller's transaction. Null where the base was removed meanwhile: the files have to be stored again. */
  async insert(
    repositories: Repositories,
    workspace: WorkspaceRecord,
    looked: LookedAt,
    { isEnd = false, ...origin }: SnapshotOrigin,
  ): Promise<SnapshotRecord | null> {
    const rows = snapshotRows(repositories);
    if (!(await this.isKept(repositories, workspace, looked))) return null;
    const { tenant, id } = workspace;
    const { taken, ignored } = looked;
    const now = this.clock.now();
    const { root, files, bytes, stored_bytes } = taken;
    const record: SnapshotRecord = {
      ...origin,
      id: newId("snp", now),
      tenant,
      workspace_id: id,
      root,
      end_root: isEnd ? root : null,
      ignored,
      files,
      bytes,
      stored_bytes,
      created_at: now,
    };
    await rows.insert(record, taken.objects);
    return record;
  }

  /** Stores the files, and their row. */
  async take(workspace: WorkspaceRecord, origin: SnapshotOrigin): Promise<SnapshotRecord> {
    return this.untilStored(workspace, (looked) =>
      this.store.transaction((repositories) => this.insert(repositories, workspace, looked, origin)),
    );
  }

  /** Stores the files until `insert` finds their base. */
  async untilStored<T>(
    workspace: WorkspaceRecord,
    insert: (looked: LookedAt) => Promise<T | null>,
  ): Promise<T> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const made = await insert(await this.look(workspace));
      if (made === null) continue;
      this.retention.consider(workspace);
      return made;
    }
    throw new DomainError("overloaded", "The snapshots of the workspace change too often.", {
      retryAfter: 1,
    });
  }

  /** Notes the files as they are now as those with which the session of a snapshot has stopped writing. */
  async end(workspace: WorkspaceRecord, record: SnapshotRecord): Promise<void> {
    const { root, objects } = await this.stored(workspace, record.root);
    await snapshotRows(this.store).end(workspace.tenant, workspace.id, record.id, {
      end_root: root,
      objects,
    });
  }
}
