import { lchown, mkdir, readdir, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openDirectory, type Owner } from "./directories/descend.ts";
import type { Flushes } from "./directories/flushes.ts";
import { inTrusted, type DirectoryAccess } from "./directories/held-directory.ts";
import { isTemporaryName } from "./entries/temporary-names.ts";
import { folderName } from "./folder-name.ts";
import { hideAndRemove, removeAny, sweepEntries, sweepTree, type Sweeping } from "./removing/sweep.ts";
import { Owners } from "./owners.ts";
import { SealedFolders } from "./sealed-folders.ts";
import { forgetCopyId } from "./snapshots/copy-id.ts";

const WORKSPACES = "workspaces";
const SHARED = "shared";
/** What earlier versions remembered of the files, and nobody reads any more. */
const OLD = "baselines";
const SNAPSHOTS = "snapshots";
const SEALED = "skills";
const VOLUME_MODE = 0o755;

/**
 * The layout of the host's folder: `workspaces/<id>/files` and `workspaces/<id>/snapshots`, `shared/<tenant>`, `skills/<tenant>/<key>`,
 * and the file `placement`. Only the server may enter the folders above a volume, unless its files belong to another user.
 */
export class Folders {
  private constructor(
    /** The path without links. */
    readonly dir: string,
    private readonly access: DirectoryAccess,
    private readonly owner: Owner | null,
    private readonly innerMode: number,
    private readonly flushes: Flushes,
    private readonly owners: Owners,
    readonly sealed: SealedFolders,
  ) {}

  static async prepare(
    dir: string,
    access: DirectoryAccess,
    owner: Owner | null,
    flushes: Flushes,
  ): Promise<Folders> {
    const mode = owner === null ? 0o700 : 0o711;
    await flushes.makeFolder(dir, mode);
    const real = await realpath(dir);
    for (const name of [WORKSPACES, SHARED, SEALED]) await mkdir(join(real, name), { recursive: true, mode });
    const sealed = new SealedFolders({ dir: join(real, SEALED), access, owner, mode });
    const owners = await Owners.register(real, access, flushes);
    return new Folders(real, access, owner, mode, flushes, owners, sealed);
  }

  close(): Promise<void> {
    return this.owners.close();
  }

  /** The path of a workspace's files. */
  workspaceVolume(id: string): string {
    return join(this.dir, WORKSPACES, folderName(id), "files");
  }

  /** The path of what a workspace's volume remembers of its last snapshot. */
  snapshots(id: string): string {
    return join(this.dir, WORKSPACES, folderName(id), SNAPSHOTS);
  }

  /** The path of a tenant's shared files. */
  sharedVolume(tenant: string): string {
    return join(this.dir, SHARED, folderName(tenant));
  }

  async makeWorkspace(id: string): Promise<void> {
    const path = this.workspaceVolume(id);
    await mkdir(dirname(path), { recursive: true, mode: this.innerMode });
    if (await this.makeVolume(path)) await forgetCopyId(this.snapshots(id));
  }

  async makeShared(tenant: string): Promise<void> {
    await this.makeVolume(this.sharedVolume(tenant));
  }

  /** Returns false where it exists. */
  private async makeVolume(path: string): Promise<boolean> {
    const made = await mkdir(path, { recursive: true, mode: VOLUME_MODE });
    if (made === undefined) return false;
    if (this.owner !== null) await lchown(path, this.owner.uid, this.owner.gid);
    return true;
  }

  async removeWorkspace(id: string): Promise<void> {
    await using directory = await this.access.openTrusted(join(this.dir, WORKSPACES));
    await hideAndRemove(directory, folderName(id), () => this.flushes.names(directory));
  }

  /** The workspaces that have a folder whose name is their id. */
  async workspaceIds(): Promise<readonly string[]> {
    const names = await readdir(join(this.dir, WORKSPACES));
    return names.filter((name) => !isTemporaryName(name) && !name.includes("%"));
  }

  /** The tags of processes that are gone, in the temporary names that they left. */
  async deadTags(): Promise<ReadonlySet<string>> {
    return (await this.owners.dead()).tags;
  }

  /** Removes the leftovers of crashes, also in volumes that nobody opens. Sweeps one volume at a time, until `signal` aborts. */
  async sweep(now: number, signal: AbortSignal): Promise<void> {
    const { tags, forget } = await this.owners.dead();
    const sweeping: Sweeping = { now, dead: tags };
    const sweepIn = (path: string) =>
      inTrusted(this.access, path, (directory) => sweepEntries(directory, sweeping));
    await sweepIn(join(this.dir, WORKSPACES));
    await this.sealed.sweep(sweeping);
    const workspaces = (await readdir(join(this.dir, WORKSPACES))).filter((name) => !isTemporaryName(name));
    const volumes = [
      ...workspaces.map((name) => ({ base: join(this.dir, WORKSPACES, name), name: "files" })),
      ...(await readdir(join(this.dir, SHARED))).map((name) => ({ base: join(this.dir, SHARED), name })),
    ];
    const failures: unknown[] = [];
    for (const name of workspaces) {
      const path = join(this.dir, WORKSPACES, name);
      const work = [
        () => sweepIn(join(path, SNAPSHOTS)),
        () => inTrusted(this.access, path, (directory) => removeAny(directory, OLD)),
      ];
      for (const each of work) await each().catch((error: unknown) => failures.push(error));
    }
    for (const { base, name } of volumes) {
      await this.sweepVolume(base, [name], sweeping, signal).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
    if (!signal.aborted) await forget();
  }

  private async sweepVolume(
    base: string,
    prefix: readonly string[],
    sweeping: Sweeping,
    signal: AbortSignal,
  ): Promise<void> {
    if (signal.aborted) return;
    const opened = await openDirectory({ access: this.access, base, prefix }, []);
    if (typeof opened === "string") return;
    await using directory = opened;
    await sweepTree(directory, sweeping, signal);
  }
}
