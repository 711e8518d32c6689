import { inject, injectable } from "../di.ts";
import { DomainError } from "../errors/domain-error.ts";
import type { ReadOptions, Volume, VolumeEntry, WriteOptions } from "../ports/volume.ts";
import type { Principal } from "../principals/principal.ts";
import type { AgentService } from "../service.ts";
import { toTimestamp } from "../wire.ts";
import { WorkspaceAccess } from "../workspaces/workspace-access.ts";
import { WorkspacePlace } from "../workspaces/workspace-place.ts";
import type { DirectoryListing, FileEntry, VolumeName, WrittenFile } from "./file-entry.ts";

const DEFAULT_LIST_LIMIT = 1_000;

type Api = AgentService["files"];

function toFileEntry({ name, path, type, size, mtime }: VolumeEntry): FileEntry {
  return { name, path, type, size, mtime: toTimestamp(mtime) };
}

/** Files of the two volumes of a workspace, whether or not its sandbox runs. */
@injectable()
export class FilesService implements Api {
  constructor(
    @inject(WorkspaceAccess) private readonly access: WorkspaceAccess,
    @inject(WorkspacePlace) private readonly place: WorkspacePlace,
  ) {}

  private async volume(
    principal: Principal,
    workspaceId: string,
    name: VolumeName,
    need: "read" | "write",
  ): Promise<Volume> {
    const workspace = await this.access.findReady(principal, workspaceId);
    if (name === "workspace") return this.place.files(workspace);
    const { access } = workspace.config.afs;
    if (access === "none" || (need === "write" && access === "read")) {
      throw new DomainError("afs_denied", `The workspace's afs.access is ${access}.`);
    }
    return this.place.shared(workspace);
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

  async remove(principal: Principal, workspaceId: string, name: VolumeName, path: string): Promise<void> {
    const volume = await this.volume(principal, workspaceId, name, "write");
    await volume.remove(path);
  }

  async list(
    principal: Principal,
    workspaceId: string,
    name: VolumeName,
    path: string,
    {
      recursive = false,
      limit = DEFAULT_LIST_LIMIT,
    }: { readonly recursive?: boolean; readonly limit?: number } = {},
  ): Promise<DirectoryListing> {
    const volume = await this.volume(principal, workspaceId, name, "read");
    const { entries, truncated } = await volume.list(path, { recursive, limit });
    return { path, entries: entries.map(toFileEntry), truncated };
  }

  async makeDirectory(
    principal: Principal,
    workspaceId: string,
    name: VolumeName,
    path: string,
  ): Promise<FileEntry & { readonly created: boolean }> {
    const volume = await this.volume(principal, workspaceId, name, "write");
    const { entry, created } = await volume.makeDirectory(path);
    return { ...toFileEntry(entry), created };
  }
}
