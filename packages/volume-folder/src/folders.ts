import { lchown, mkdir, readdir, realpath, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { DirectoryAccess, HeldDirectory } from "./directories/held-directory.ts";
import { openDirectory, type Owner } from "./directories/descend.ts";
import type { Flushes } from "./directories/flushes.ts";
import { isKeptName, newKeptName } from "./entries/kept-names.ts";
import { folderName } from "./folder-name.ts";
import { removeAny, sweepStale, sweepTree, type Sweeping } from "./removing/sweep.ts";
import { Owners } from "./owners.ts";
import { SealedFolders } from "./sealed-folders.ts";
import { hasCode } from "./system-errors.ts";

const WORKSPACES = "workspaces";
const SHARED = "shared";
const BASELINES = "baselines";
const SEALED = "skills";
const VOLUME_MODE = 0o755;

/**
 * The folders of the host: `workspaces/<id>/files`, with `baselines` beside it, `shared/<tenant>`, `skills/<tenant>/<key>` and
 * `placement` in one of the host's choice. What is above a volume is the server's alone, unless the files belong to another user, who must get through.
 */
export class Folders {
  private constructor(
    /** Without links. */
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

  /** Nothing is done here any more. */
  close(): Promise<void> {
    return this.owners.close();
  }

  /** Where the files of a workspace are, made or not. */
  workspaceVolume(id: string): string {
    return join(this.dir, WORKSPACES, folderName(id), "files");
  }

  /** Where the baselines of a workspace's files are, made or not. */
  baselines(id: string): string {
    return join(this.dir, WORKSPACES, folderName(id), BASELINES);
  }

  /** Where the shared files of a tenant are, made or not. */
  sharedVolume(tenant: string): string {
    return join(this.dir, SHARED, folderName(tenant));
  }

  async makeWorkspace(id: string): Promise<void> {
    const path = this.workspaceVolume(id);
    await mkdir(dirname(path), { recursive: true, mode: this.innerMode });
    await this.makeVolume(path);
  }

  async makeShared(tenant: string): Promise<void> {
    await this.makeVolume(this.sharedVolume(tenant));
  }

  private async makeVolume(path: string): Promise<void> {
    const made = await mkdir(path, { recursive: true, mode: VOLUME_MODE });
    if (made !== undefined && this.owner !== null) await lchown(path, this.owner.uid, this.owner.gid);
  }

  /** Removes a workspace's folder: it is gone at once, and emptied then. */
  removeWorkspace(id: string): Promise<void> {
    return this.inWorkspaces(async (directory) => {
      const hidden = newKeptName();
      try {
        await directory.at(folderName(id), (from) => directory.at(hidden, (to) => rename(from, to)));
      } catch (error) {
        if (hasCode(error, "ENOENT")) return;
        throw error;
      }
      await this.flushes.names(directory);
      await removeAny(directory, hidden);
    });
  }

  /** Removes what was cut off and left behind, also in volumes that nobody opens. One volume at a time, until `signal` aborts. */
  async sweep(now: number, signal: AbortSignal): Promise<void> {
    const { tags, forget } = await this.owners.dead();
    const sweeping: Sweeping = { now, dead: tags };
    await this.inWorkspaces(async (directory) => {
      for (const name of await directory.names()) {
        if (typeof name === "string" && isKeptName(name)) await sweepStale(directory, name, sweeping);
      }
    });
    await this.sealed.sweep(sweeping);
    const workspaces = (await readdir(join(this.dir, WORKSPACES))).filter((name) => !isKeptName(name));
    const volumes = [
      ...workspaces.map((name) => ({ base: join(this.dir, WORKSPACES, name), name: "files" })),
      ...(await readdir(join(this.dir, SHARED))).map((name) => ({ base: join(this.dir, SHARED), name })),
    ];
    const failures: unknown[] = [];
    for (const name of workspaces)
      await this.sweepKeptNames(join(this.dir, WORKSPACES, name, BASELINES), sweeping).catch(
        (error: unknown) => failures.push(error),
      );
    for (const { base, name } of volumes) {
      await this.sweepVolume(base, [name], sweeping, signal).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
    if (!signal.aborted) await forget();
  }

  /** In a folder of the server's own; absent is fine. */
  private async sweepKeptNames(path: string, sweeping: Sweeping): Promise<void> {
    const directory = await this.access.openTrusted(path).catch((error: unknown) => {
      if (hasCode(error, "ENOENT", "ENOTDIR")) return null;
      throw error;
    });
    if (directory === null) return;
    try {
      for (const name of await directory.names())
        if (typeof name === "string" && isKeptName(name)) await sweepStale(directory, name, sweeping);
    } finally {
      await directory.close();
    }
  }

  private async sweepVolume(
    base: string,
    prefix: readonly string[],
    sweeping: Sweeping,
    signal: AbortSignal,
  ): Promise<void> {
    if (signal.aborted) return;
    const directory = await openDirectory({ access: this.access, base, prefix }, []);
    if (typeof directory === "string") return;
    try {
      await sweepTree(directory, sweeping, signal);
    } finally {
      await directory.close();
    }
  }

  private async inWorkspaces(work: (directory: HeldDirectory) => Promise<void>): Promise<void> {
    const directory = await this.access.openTrusted(join(this.dir, WORKSPACES));
    try {
      await work(directory);
    } finally {
      await directory.close();
    }
  }
}
