import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { BodyHash } from "../runtime/hash.ts";
import { Idempotency, type CreateOptions } from "../idempotency/idempotency.ts";
import { HostDisk } from "../instance/host-disk.ts";
import type { ReadOptions, Volume, VolumeEntry, WriteOptions } from "../ports/volume.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { FilesApi, SnapshotNotice, StatOptions } from "./files-api.ts";
import { ownCondition, readWithContentEtag, withContentEtag } from "./content-etags.ts";
import { WorkspaceAccess } from "../access/workspace-access.ts";
import { WorkspaceEnvironment } from "../workspaces/workspace-environment.ts";
import type {
  DirectoryListing,
  FileEntry,
  Move,
  Unpacked,
  VolumeName,
  WrittenFile,
} from "../domain/files/file-entry.ts";
import type { DirectoryQuery } from "../domain/files/file-query.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import { baseName, checkVolumePath } from "../domain/files/path.ts";
import { toFileEntry } from "./to-file-entry.ts";
import { unpackArchive, type UnpackLimits } from "./unpack-archive.ts";
import { WorkspaceFiles, type ReadableFiles } from "./workspace-files.ts";
import { zipDirectory } from "./zip-directory.ts";

interface View {
  readonly files: ReadableFiles;
  readonly rootName: string;
  /** They are a working copy, which any host may have next. */
  readonly isCopy: boolean;
}

/** A volume that may be changed. */
interface Changeable {
  /** The files as they are now. */
  readonly files: () => Promise<Volume>;
  /** Runs a change. It outlives this host once it resolves. */
  readonly change: <T>(work: (volume: Volume, isCopy: boolean) => Promise<T>) => Promise<T>;
}

/** Files of a workspace's two volumes. They do not need a sandbox. */
@service()
export class FilesService implements FilesApi {
  constructor(
    @inject(WorkspaceAccess) private readonly access: WorkspaceAccess,
    @inject(WorkspaceEnvironment) private readonly place: WorkspaceEnvironment,
    @inject(WorkspaceFiles) private readonly views: WorkspaceFiles,
    @inject(Idempotency) private readonly idempotency: Idempotency,
    @inject(HostDisk) private readonly disk: HostDisk,
  ) {}

  private async view(
    principal: Principal,
    workspaceId: string,
    name: VolumeName,
    { onSnapshot, forWrite = false }: StatOptions = {},
  ): Promise<View> {
    const workspace = await this.access.findReady(principal, workspaceId);
    if (name === "afs")
      return { files: await this.shared(workspace, "read"), rootName: "shared", isCopy: false };
    const isPortable = this.place.isPortable(workspace);
    const rootName = workspace.name;
    if (forWrite) return { files: await this.place.files(workspace), rootName, isCopy: isPortable };
    const { files, published_at } = await this.views.of(workspace);
    if (published_at !== null) onSnapshot?.(published_at);
    return { files, rootName, isCopy: isPortable && published_at === null };
  }

  private shared(workspace: WorkspaceRecord, need: "read" | "change"): Promise<Volume> {
    const { access } = this.place.configOf(workspace).afs;
    if (access === "none" || (need !== "read" && access === "read")) {
      throw new DomainError("afs_denied", `The workspace's afs.access is ${access}.`);
    }
    return this.place.shared(workspace);
  }

  /** `need`: `write` needs space on the disk. */
  private async changeable(
    principal: Principal,
    workspaceId: string,
    name: VolumeName,
    need: "change" | "write",
  ): Promise<Changeable> {
    const workspace = await this.access.findReady(principal, workspaceId);
    if (need === "write") await this.disk.assertSpace();
    if (name === "afs") {
      const shared = await this.shared(workspace, "change");
      return { files: () => Promise.resolve(shared), change: (work) => work(shared, false) };
    }
    const opened = async (volume: Volume) => {
      await this.assertStillThere(principal, workspaceId);
      return volume;
    };
    return {
      files: async () => opened(await this.place.files(workspace)),
      change: (work) =>
        this.place.whileWriting(workspace, async (volume) =>
          work(await opened(volume), this.place.isPortable(workspace)),
        ),
    };
  }

  /** Opening a volume creates it: if its workspace were deleted meanwhile, it would stay forever. */
  private async assertStillThere(principal: Principal, workspaceId: string): Promise<void> {
    try {
      await this.access.findReady(principal, workspaceId);
    } catch (error) {
      if (DomainError.isInstance(error) && error.code === "not_found")
        await this.place.removeFiles(principal.tenant, workspaceId);
      throw error;
    }
  }

  async stat(
    principal: Principal,
    workspaceId: string,
    name: VolumeName,
    path: string,
    options?: StatOptions,
  ): Promise<VolumeEntry> {
    const { files, isCopy } = await this.view(principal, workspaceId, name, options);
    const entry = await files.stat(path);
    if (entry === null) throw new DomainError("not_found", "There is nothing at that path.");
    return isCopy ? withContentEtag(files, entry) : entry;
  }

  async read(
    principal: Principal,
    workspaceId: string,
    name: VolumeName,
    path: string,
    options?: ReadOptions & SnapshotNotice,
  ): Promise<{ entry: VolumeEntry; body: ReadableStream<Uint8Array> }> {
    const { files, isCopy } = await this.view(principal, workspaceId, name, options);
    const read = await files.read(path, options);
    return isCopy ? readWithContentEtag(files, read) : read;
  }

  async write(
    principal: Principal,
    workspaceId: string,
    name: VolumeName,
    path: string,
    body: ReadableStream<Uint8Array>,
    options?: WriteOptions,
  ): Promise<WrittenFile & { readonly created: boolean }> {
    const { change } = await this.changeable(principal, workspaceId, name, "write");
    return change(async (volume, isCopy) => {
      const condition = isCopy ? await ownCondition(volume, path, options) : options;
      const { entry, created } = await volume.write(path, body, condition);
      const { etag } = isCopy ? await withContentEtag(volume, entry) : entry;
      return { path: entry.path, size: entry.size, etag, created };
    });
  }

  async remove(
    principal: Principal,
    workspaceId: string,
    name: VolumeName,
    path: string,
    options?: { readonly ifMatch?: string },
  ): Promise<void> {
    const { change } = await this.changeable(principal, workspaceId, name, "change");
    await change(async (volume, isCopy) =>
      volume.remove(path, isCopy ? await ownCondition(volume, path, options) : options),
    );
  }

  async list(
    principal: Principal,
    workspaceId: string,
    name: VolumeName,
    path: string,
    { q, recursive = false, limit }: DirectoryQuery,
    options?: SnapshotNotice,
  ): Promise<DirectoryListing> {
    const { files } = await this.view(principal, workspaceId, name, options);
    const { entries, truncated } = await files.list(path, {
      recursive,
      limit,
      search: q,
    });
    return { path: checkVolumePath(path), entries: entries.map(toFileEntry), truncated };
  }

  async makeDirectory(
    principal: Principal,
    workspaceId: string,
    name: VolumeName,
    path: string,
    options?: CreateOptions,
  ): Promise<FileEntry & { readonly created: boolean }> {
    const { change } = await this.changeable(principal, workspaceId, name, "change");
    return this.once(principal, { workspaceId, name, route: "dirs", body: { path } }, options, async () => {
      await this.disk.assertSpace();
      const { entry, created } = await change((volume) => volume.makeDirectory(path));
      return { ...toFileEntry(entry), created };
    });
  }

  async move(
    principal: Principal,
    workspaceId: string,
    name: VolumeName,
    { src, dest, overwrite }: Move,
  ): Promise<FileEntry> {
    const { change } = await this.changeable(principal, workspaceId, name, "write");
    return change(async (volume) => toFileEntry(await volume.move(src, dest, { overwrite })));
  }

  async zip(
    principal: Principal,
    workspaceId: string,
    name: VolumeName,
    path: string,
    options?: SnapshotNotice,
  ): Promise<{ readonly name: string; readonly body: () => ReadableStream<Uint8Array> }> {
    const { files, rootName } = await this.view(principal, workspaceId, name, options);
    const checked = checkVolumePath(path);
    const body = await zipDirectory(files, checked);
    return { name: `${checked === "" ? rootName : baseName(checked)}.zip`, body };
  }

  async unpack(
    principal: Principal,
    workspaceId: string,
    name: VolumeName,
    path: string,
    body: ReadableStream<Uint8Array>,
    limits: UnpackLimits,
    options?: CreateOptions,
  ): Promise<Unpacked> {
    const hasher = options?.idempotencyKey === undefined ? null : new BodyHash();
    const archive = hasher === null ? body : body.pipeThrough(hasher.passing());
    const { files: opened, change } = await this.changeable(principal, workspaceId, name, "write");
    return unpackArchive(await opened(), path, archive, limits, (unpack) => {
      const sent = { path, kind: limits.kind, sha256: hasher?.digest() ?? null };
      return this.once(principal, { workspaceId, name, route: "unpack", body: sent }, options, async () => {
        const { files, links, directories, bytes } = await change(unpack);
        return { path: checkVolumePath(path), files, links, directories, bytes };
      });
    });
  }

  /** Files are not in the store: without a key there is no query. Work that ends is published, so that a repeat finds what it tells of. */
  private once<T extends object>(
    principal: Principal,
    request: {
      readonly workspaceId: string;
      readonly name: VolumeName;
      readonly route: string;
      readonly body: object;
    },
    options: CreateOptions = {},
    work: () => Promise<T>,
  ): Promise<T> {
    if (options.idempotencyKey === undefined) return work();
    const route = JSON.stringify([request.route, request.workspaceId, request.name]);
    return this.idempotency.onceOutside({ ...options, principal, route, body: request.body }, work);
  }
}
