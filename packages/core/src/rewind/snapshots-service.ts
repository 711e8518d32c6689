import { WorkspaceAccess } from "../access/workspace-access.ts";
import { patchesOf, wholeChanges } from "../changes/read-changes.ts";
import { compareSnapshots, type Comparison } from "../changes/snapshot-comparison.ts";
import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import type { Changes } from "../domain/changes/changes.ts";
import type { DirectoryListing } from "../domain/files/file-entry.ts";
import type { DirectoryQuery } from "../domain/files/file-query.ts";
import { baseName, checkVolumePath } from "../domain/files/path.ts";
import { newestPage, type Page, type PageRequest } from "../domain/paging.ts";
import type { Principal } from "../domain/principals/principal.ts";
import {
  AGAINST_NOW,
  type CreateSnapshot,
  type ForkWorkspace,
  type Rewind,
  type Rewound,
  type Snapshot,
} from "../domain/snapshots/snapshot.ts";
import { snapshotsOf } from "../domain/workspaces/config.ts";
import type { Workspace, WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import { toFileEntry } from "../files/to-file-entry.ts";
import { zipDirectory } from "../files/zip-directory.ts";
import { Idempotency, type CreateOptions } from "../idempotency/idempotency.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, STORE } from "../ports/injection.ts";
import type { Store } from "../ports/store.ts";
import type { ReadOptions, VolumeEntry } from "../ports/volume.ts";
import { SnapshotRetention } from "../snapshots/workspace/snapshot-retention.ts";
import {
  noSuchSnapshot,
  snapshotRows,
  WorkspaceSnapshots,
} from "../snapshots/workspace/workspace-snapshots.ts";
import { SessionRewind } from "./session-rewind.ts";
import { SnapshotFiles } from "../files/snapshot-files.ts";
import { toSnapshot } from "./to-snapshot.ts";
import type { SnapshotsApi } from "./snapshots-api.ts";
import { WorkspaceFork } from "./workspace-fork.ts";

const MEBIBYTE = 1_048_576;
/** Snapshots of one workspace that people asked for. */
const MOST_MANUAL = 1_000;

/** The snapshots of workspaces, and what is made from them. */
@service()
export class SnapshotsService implements SnapshotsApi {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(WorkspaceAccess) private readonly access: WorkspaceAccess,
    @inject(WorkspaceSnapshots) private readonly snapshots: WorkspaceSnapshots,
    @inject(SnapshotRetention) private readonly retention: SnapshotRetention,
    @inject(Idempotency) private readonly idempotency: Idempotency,
    @inject(SessionRewind) private readonly rewinds: SessionRewind,
    @inject(WorkspaceFork) private readonly forks: WorkspaceFork,
  ) {}

  async list(principal: Principal, workspaceId: string, query: PageRequest): Promise<Page<Snapshot>> {
    const workspace = await this.ready(principal, workspaceId);
    const { items, next } = await newestPage(query, (page) =>
      snapshotRows(this.store).list(principal.tenant, workspaceId, page),
    );
    return { items: items.map((row) => toSnapshot(row, workspace)), next };
  }

  async create(
    principal: Principal,
    workspaceId: string,
    { label }: CreateSnapshot,
    options?: CreateOptions,
  ): Promise<Snapshot> {
    const workspace = await this.ready(principal, workspaceId);
    const route = `snapshots ${workspaceId}`;
    return this.idempotency.onceOutside({ ...options, principal, route, body: { label } }, async () => {
      await this.assertRoom(workspace);
      const origin = { kind: "manual", label, session_id: null, turn_id: null } as const;
      return toSnapshot(await this.snapshots.take(workspace, origin), workspace);
    });
  }

  async get(principal: Principal, workspaceId: string, id: string): Promise<Snapshot> {
    const workspace = await this.ready(principal, workspaceId);
    return toSnapshot(await this.snapshots.find(workspace, id), workspace);
  }

  async delete(principal: Principal, workspaceId: string, id: string): Promise<void> {
    const workspace = await this.ready(principal, workspaceId);
    const removal = await this.retention.remove(workspace, id);
    if (removal === "missing") throw noSuchSnapshot();
    if (removal === "in_use")
      throw new DomainError(
        "in_use",
        "The snapshot is being restored, or a batch that has not ended needs it.",
      );
    this.retention.consider(workspace, true);
  }

  async stat(principal: Principal, workspaceId: string, id: string, path: string): Promise<VolumeEntry> {
    const { files } = await this.filesOf(principal, workspaceId, id);
    const entry = await files.stat(checkVolumePath(path));
    if (entry === null) throw new DomainError("not_found", "There is nothing at that path in the snapshot.");
    return entry;
  }

  async read(
    principal: Principal,
    workspaceId: string,
    id: string,
    path: string,
    options?: ReadOptions,
  ): Promise<{ readonly entry: VolumeEntry; readonly body: ReadableStream<Uint8Array> }> {
    const { files } = await this.filesOf(principal, workspaceId, id);
    return files.read(path, options);
  }

  async listDirectory(
    principal: Principal,
    workspaceId: string,
    id: string,
    path: string,
    { q, recursive = false, limit }: DirectoryQuery,
  ): Promise<DirectoryListing> {
    const { files } = await this.filesOf(principal, workspaceId, id);
    const { entries, truncated } = await files.list(path, { recursive, limit, search: q });
    return { path: checkVolumePath(path), entries: entries.map(toFileEntry), truncated };
  }

  async zip(
    principal: Principal,
    workspaceId: string,
    id: string,
    path: string,
  ): Promise<{ readonly name: string; readonly body: () => ReadableStream<Uint8Array> }> {
    const { files, workspace } = await this.filesOf(principal, workspaceId, id);
    const checked = checkVolumePath(path);
    const body = await zipDirectory(files, checked);
    return { name: `${checked === "" ? workspace.name : baseName(checked)}.zip`, body };
  }

  async diff(principal: Principal, workspaceId: string, id: string, against: string): Promise<Changes> {
    const comparison = await this.compare(principal, workspaceId, id, against);
    return { ...(await wholeChanges(comparison, this.clock)), overlapped: false };
  }

  async patch(
    principal: Principal,
    workspaceId: string,
    id: string,
    against: string,
  ): Promise<AsyncIterable<string>> {
    return patchesOf(await this.compare(principal, workspaceId, id, against), this.clock);
  }

  rewind(principal: Principal, workspaceId: string, sessionId: string, input: Rewind): Promise<Rewound> {
    return this.rewinds.rewind(principal, workspaceId, sessionId, input);
  }

  async fork(
    principal: Principal,
    workspaceId: string,
    input: ForkWorkspace,
    options?: CreateOptions,
  ): Promise<Workspace> {
    return this.forks.fork(principal, workspaceId, input, options);
  }

  /** Throws `not_found` for a workspace that the principal does not see, then `not_allowed` for a host without snapshots. */
  private async ready(principal: Principal, workspaceId: string): Promise<WorkspaceRecord> {
    const workspace = await this.access.findReady(principal, workspaceId);
    this.snapshots.objectsOf(workspace);
    return workspace;
  }

  /** Those that somebody asked for stay until somebody removes them, so they have a limit of their own. */
  private async assertRoom({ tenant, id, config }: WorkspaceRecord): Promise<void> {
    const { max_mb } = snapshotsOf(config);
    const rows = await snapshotRows(this.store).needs(tenant, id);
    const asked = rows.filter(({ record }) => record.kind === "manual");
    if (asked.length >= MOST_MANUAL)
      throw new DomainError(
        "quota_exceeded",
        `A workspace has at most ${MOST_MANUAL} snapshots that were asked for.`,
      );
    if (asked.reduce((sum, { record }) => sum + record.stored_bytes, 0) < max_mb * MEBIBYTE) return;
    throw new DomainError(
      "quota_exceeded",
      `The snapshots that were asked for take more than the ${max_mb} MiB of snapshots.max_mb: delete some.`,
    );
  }

  private async filesOf(
    principal: Principal,
    workspaceId: string,
    id: string,
  ): Promise<{ readonly files: SnapshotFiles; readonly workspace: WorkspaceRecord }> {
    const workspace = await this.ready(principal, workspaceId);
    const record = await this.snapshots.find(workspace, id);
    return { files: new SnapshotFiles(this.snapshots.objectsOf(workspace), record), workspace };
  }

  private async compare(
    principal: Principal,
    workspaceId: string,
    id: string,
    against: string,
  ): Promise<Comparison> {
    const workspace = await this.ready(principal, workspaceId);
    const record = await this.snapshots.find(workspace, id);
    const other =
      against === AGAINST_NOW
        ? (await this.snapshots.look(workspace)).taken
        : await this.snapshots.find(workspace, against);
    return compareSnapshots(this.snapshots.objectsOf(workspace), record.root, other.root);
  }
}
