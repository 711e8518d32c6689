import type { CreateOptions } from "../idempotency/idempotency.ts";
import type { Changes } from "../domain/changes/changes.ts";
import type { DirectoryListing } from "../domain/files/file-entry.ts";
import type { DirectoryQueryInput } from "../domain/files/file-query.ts";
import type { Page, PageRequest } from "../domain/paging.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type {
  CreateSnapshotInput,
  ForkWorkspaceInput,
  RewindInput,
  Rewound,
  Snapshot,
} from "../domain/snapshots/snapshot.ts";
import type { Workspace } from "../domain/workspaces/workspace.ts";
import type { ReadOptions, VolumeEntry } from "../ports/volume.ts";

/** Snapshots of workspaces' files. Every call but a rewind of the transcript alone throws `not_allowed` if the host was made without `objects`, or its volumes take none. */
export interface SnapshotsApi {
  /** Newest first. */
  list(principal: Principal, workspaceId: string, query?: PageRequest): Promise<Page<Snapshot>>;
  /** Throws `snapshot_incomplete` where a file cannot be stored. */
  create(
    principal: Principal,
    workspaceId: string,
    input?: CreateSnapshotInput,
    options?: CreateOptions,
  ): Promise<Snapshot>;
  get(principal: Principal, workspaceId: string, id: string): Promise<Snapshot>;
  delete(principal: Principal, workspaceId: string, id: string): Promise<void>;
  /** Like those of the files as they are: `mtime` is the time of the snapshot. */
  stat(principal: Principal, workspaceId: string, id: string, path: string): Promise<VolumeEntry>;
  read(
    principal: Principal,
    workspaceId: string,
    id: string,
    path: string,
    options?: ReadOptions,
  ): Promise<{ readonly entry: VolumeEntry; readonly body: ReadableStream<Uint8Array> }>;
  listDirectory(
    principal: Principal,
    workspaceId: string,
    id: string,
    path: string,
    query?: DirectoryQueryInput,
  ): Promise<DirectoryListing>;
  zip(
    principal: Principal,
    workspaceId: string,
    id: string,
    path: string,
  ): Promise<{ readonly name: string; readonly body: () => ReadableStream<Uint8Array> }>;
  /** What changed from the snapshot to another one, or to the files as they are (`now`). `overlapped` is false. */
  diff(principal: Principal, workspaceId: string, id: string, against: string): Promise<Changes>;
  /** The complete patch of the same for `git apply`, file by file. */
  patch(
    principal: Principal,
    workspaceId: string,
    id: string,
    against: string,
  ): Promise<AsyncIterable<string>>;
  /**
   * Returns a session, the files of its workspace, or both to what they were. Throws `session_busy` unless the session is idle, and
   * `rewind_conflict` where others have changed files that would change, unless `force` is set. A call that was cut off can be repeated.
   */
  rewind(principal: Principal, workspaceId: string, sessionId: string, input: RewindInput): Promise<Rewound>;
  /** Makes a workspace with the files of another, its config without the secrets, and copies of its sessions. */
  fork(
    principal: Principal,
    workspaceId: string,
    input: ForkWorkspaceInput,
    options?: CreateOptions,
  ): Promise<Workspace>;
}
