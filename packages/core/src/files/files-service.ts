import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { BodyHash } from "../runtime/hash.ts";
import { Idempotency, type CreateOptions } from "../idempotency/idempotency.ts";
import { HostDisk } from "../instance/host-disk.ts";
import type { ReadOptions, Volume, VolumeEntry, WriteOptions } from "../ports/volume.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { FilesApi } from "./files-api.ts";
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
import { baseName, checkVolumePath } from "../domain/files/path.ts";
import { toFileEntry } from "./to-file-entry.ts";
import { unpackArchive, type UnpackLimits } from "./unpack-archive.ts";
import { zipDirectory } from "./zip-directory.ts";

/** Files of a workspace's two volumes. They do not need a sandbox. */
@service()
export class FilesService implements FilesApi {
  constructor(
    @inject(WorkspaceAccess) private readonly access: WorkspaceAccess,
    @inject(WorkspaceEnvironment) private readonly place: WorkspaceEnvironment,
    @inject(Idempotency) private readonly idempotency: Idempotency,
    @inject(HostDisk) private readonly disk: HostDisk,
  ) {}

  private async open(
    principal: Principal,
    workspaceId: string,
    name: VolumeName,
    need: "read" | "change" | "write",
  ): Promise<{ readonly volume: Volume; readonly rootName: string }> {
    const workspace = await this.access.findReady(principal, workspaceId);
    if (need === "write") await this.disk.assertSpace();
    if (name === "workspace") {
      const volume = await this.place.files(workspace);
      if (need === "write") await this.assertStillThere(principal, workspaceId);
      return { volume, rootName: workspace.name };
    }
    const { access } = this.place.configOf(workspace).afs;
    if (access === "none" || (need !== "read" && access === "read")) {
      throw new DomainError("afs_denied", `The workspace's afs.access is ${access}.`);
    }
    return { volume: await this.place.shared(workspace), rootName: "shared" };
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

  private async volume(...given: Parameters<FilesService["open"]>): Promise<Volume> {
    return (await this.open(...given)).volume;
  }

  async stat(
    principal: Principal,
    workspaceId: string,
    name: VolumeName,
    path: string,
  ): Promise<VolumeEntry> {
    const volume = await this.volume(principal, workspaceId, name, "read");
    const entry = await volume.stat(path);
    if (entry === null) throw new DomainError("not_found", "There is nothing at that path.");
    return entry;
  }

  async read(
    principal: Principal,
    workspaceId: string,
    name: VolumeName,
    path: string,
    options?: ReadOptions,
  ): Promise<{ entry: VolumeEntry; body: ReadableStream<Uint8Array> }> {
    const volume = await this.volume(principal, workspaceId, name, "read");
    return volume.read(path, options);
  }

  async write(
    principal: Principal,
    workspaceId: string,
    name: VolumeName,
    path: string,
    body: ReadableStream<Uint8Array>,
    options?: WriteOptions,
  ): Promise<WrittenFile & { readonly created: boolean }> {
    const volume = await this.volume(principal, workspaceId, name, "write");
    const { entry, created } = await volume.write(path, body, options);
    return { path: entry.path, size: entry.size, etag: entry.etag, created };
  }

  async remove(
    principal: Principal,
    workspaceId: string,
    name: VolumeName,
    path: string,
    options?: { readonly ifMatch?: string },
  ): Promise<void> {
    const volume = await this.volume(principal, workspaceId, name, "change");
    await volume.remove(path, options);
  }

  async list(
    principal: Principal,
    workspaceId: string,
    name: VolumeName,
    path: string,
    { q, recursive = false, limit }: DirectoryQuery,
  ): Promise<DirectoryListing> {
    const volume = await this.volume(principal, workspaceId, name, "read");
    const { entries, truncated } = await volume.list(path, {
      recursive,
      limit,
      ...(q !== undefined && { search: q }),
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
    const volume = await this.volume(principal, workspaceId, name, "change");
    return this.once(principal, { workspaceId, name, route: "dirs", body: { path } }, options, async () => {
      await this.disk.assertSpace();
      const { entry, created } = await volume.makeDirectory(path);
      return { ...toFileEntry(entry), created };
    });
  }

  async move(
    principal: Principal,
    workspaceId: string,
    name: VolumeName,
    { src, dest, overwrite }: Move,
  ): Promise<FileEntry> {
    const volume = await this.volume(principal, workspaceId, name, "write");
    return toFileEntry(await volume.move(src, dest, { overwrite }));
  }

  async zip(
    principal: Principal,
    workspaceId: string,
    name: VolumeName,
    path: string,
  ): Promise<{ readonly name: string; readonly body: () => ReadableStream<Uint8Array> }> {
    const { volume, rootName } = await this.open(principal, workspaceId, name, "read");
    const checked = checkVolumePath(path);
    const body = await zipDirectory(volume, checked);
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
    const volume = await this.volume(principal, workspaceId, name, "write");
    const hasher = options?.idempotencyKey === undefined ? null : new BodyHash();
    const archive = hasher === null ? body : body.pipeThrough(hasher.passing());
    return unpackArchive(volume, path, archive, limits, (unpack) => {
      const sent = { path, kind: limits.kind, sha256: hasher?.digest() ?? null };
      return this.once(principal, { workspaceId, name, route: "unpack", body: sent }, options, async () => {
        const { files, links, directories, bytes } = await unpack();
        return { path: checkVolumePath(path), files, links, directories, bytes };
      });
    });
  }

  /** Files are not in the store: without a key there is no query. */
  private once<T extends object>(
    principal: Principal,
    request: {
      readonly workspaceId: string;
      readonly name: VolumeName;
      readonly route: string;
      readonly body: object;
    },
    { idempotencyKey: key, onReplay }: CreateOptions = {},
    work: () => Promise<T>,
  ): Promise<T> {
    if (key === undefined) return work();
    const route = JSON.stringify([request.route, request.workspaceId, request.name]);
    return this.idempotency.onceOutside({ principal, route, key, body: request.body, onReplay }, work);
  }
}
