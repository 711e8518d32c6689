import type { CreateOptions } from "../idempotency/idempotency.ts";
import type {
  DirectoryListing,
  FileEntry,
  MoveInput,
  Unpacked,
  VolumeName,
  WrittenFile,
} from "../domain/files/file-entry.ts";
import type { DirectoryQueryInput } from "../domain/files/file-query.ts";
import type { ReadOptions, VolumeEntry, WriteOptions } from "../ports/volume.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { UnpackLimits } from "./unpack-archive.ts";

export interface SnapshotNotice {
  /**
   * Called before the method resolves if the answer comes from the published files, since this host does not have the current ones.
   * `publishedAt`: when they were published, in milliseconds. Never called for the shared volume, and without portable files.
   */
  readonly onSnapshot?: (publishedAt: number) => void;
}

export interface StatOptions extends SnapshotNotice {
  /** A write depends on the answer: it is about the current files, which are taken over for it. Default false. */
  readonly forWrite?: boolean;
}

export interface FilesApi {
  stat(
    principal: Principal,
    workspaceId: string,
    volume: VolumeName,
    path: string,
    options?: StatOptions,
  ): Promise<VolumeEntry>;
  read(
    principal: Principal,
    workspaceId: string,
    volume: VolumeName,
    path: string,
    options?: ReadOptions & SnapshotNotice,
  ): Promise<{ readonly entry: VolumeEntry; readonly body: ReadableStream<Uint8Array> }>;
  write(
    principal: Principal,
    workspaceId: string,
    volume: VolumeName,
    path: string,
    body: ReadableStream<Uint8Array>,
    options?: WriteOptions,
  ): Promise<WrittenFile & { readonly created: boolean }>;
  remove(
    principal: Principal,
    workspaceId: string,
    volume: VolumeName,
    path: string,
    options?: { readonly ifMatch?: string },
  ): Promise<void>;
  /** At most `limit` entries, default 1,000. `q` is a part of the name; case is ignored. */
  list(
    principal: Principal,
    workspaceId: string,
    volume: VolumeName,
    path: string,
    query?: DirectoryQueryInput,
    options?: SnapshotNotice,
  ): Promise<DirectoryListing>;
  /** `created` false: it existed. */
  makeDirectory(
    principal: Principal,
    workspaceId: string,
    volume: VolumeName,
    path: string,
    options?: CreateOptions,
  ): Promise<FileEntry & { readonly created: boolean }>;
  move(principal: Principal, workspaceId: string, volume: VolumeName, move: MoveInput): Promise<FileEntry>;
  /** A directory as a zip, and the name of the file. The bytes are created while `body` is read. */
  zip(
    principal: Principal,
    workspaceId: string,
    volume: VolumeName,
    path: string,
    options?: SnapshotNotice,
  ): Promise<{ readonly name: string; readonly body: () => ReadableStream<Uint8Array> }>;
  /** Unpacks an archive into a directory, completely or not at all. The directory is created if it is missing. */
  unpack(
    principal: Principal,
    workspaceId: string,
    volume: VolumeName,
    path: string,
    body: ReadableStream<Uint8Array>,
    limits: UnpackLimits,
    options?: CreateOptions,
  ): Promise<Unpacked>;
}
