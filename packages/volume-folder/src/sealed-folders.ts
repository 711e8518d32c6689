import { lchown, lstat, mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { checkSealedKey } from "@workspace-agent/core/internal";
import type { Owner } from "./directories/descend.ts";
import type { DirectoryAccess, HeldDirectory } from "./directories/held-directory.ts";
import { isKeptName, newKeptName } from "./entries/kept-names.ts";
import { folderName } from "./folder-name.ts";
import { removeAny, sweepStale, type Sweeping } from "./removing/sweep.ts";
import { hasCode } from "./system-errors.ts";

const VOLUME_MODE = 0o755;

export interface SealedFoldersOptions {
  /** Without links, and there. */
  readonly dir: string;
  readonly access: DirectoryAccess;
  readonly owner: Owner | null;
  /** The permission bits of a tenant's folder. */
  readonly mode: number;
}

/** The folders of sealed volumes, `<tenant>/<key>`: each gets its name when it is whole, and loses it before it is emptied. */
export class SealedFolders {
  constructor(private readonly options: SealedFoldersOptions) {}

  path(tenant: string, key: string): string {
    return join(this.tenantPath(tenant), checkSealedKey(key));
  }

  async has(tenant: string, key: string): Promise<boolean> {
    try {
      return (await lstat(this.path(tenant, key))).isDirectory();
    } catch (error) {
      if (hasCode(error, "ENOENT")) return false;
      throw error;
    }
  }

  /**
   * Has a new folder filled, and gives it the name of the key. Where another process was first its folder stays, and this one goes.
   * `fill` gets the path of the folder.
   */
  async make(tenant: string, key: string, fill: (path: string) => Promise<void>): Promise<void> {
    const { mode, owner } = this.options;
    const hidden = newKeptName();
    const path = join(this.tenantPath(tenant), hidden);
    await mkdir(this.tenantPath(tenant), { recursive: true, mode });
    await mkdir(path, { mode: VOLUME_MODE });
    try {
      if (owner !== null) await lchown(path, owner.uid, owner.gid);
      await fill(path);
      await rename(path, this.path(tenant, key));
    } catch (error) {
      await this.inTenant(folderName(tenant), (directory) => removeAny(directory, hidden));
      if (!hasCode(error, "ENOTEMPTY", "EEXIST") || !(await this.has(tenant, key))) throw error;
    }
  }

  async remove(tenant: string, key: string): Promise<void> {
    const name = checkSealedKey(key);
    await this.inTenant(folderName(tenant), async (directory) => {
      const hidden = newKeptName();
      try {
        await directory.at(name, (from) => directory.at(hidden, (to) => rename(from, to)));
      } catch (error) {
        if (hasCode(error, "ENOENT")) return;
        throw error;
      }
      await removeAny(directory, hidden);
    });
  }

  /** Removes what fills and removals that were cut off left behind. */
  async sweep(sweeping: Sweeping): Promise<void> {
    const { access, dir } = this.options;
    const tenants = await access.openTrusted(dir);
    try {
      for (const tenant of await tenants.names()) {
        if (typeof tenant !== "string") continue;
        await this.inTenant(tenant, async (directory) => {
          for (const name of await directory.names()) {
            if (typeof name === "string" && isKeptName(name)) await sweepStale(directory, name, sweeping);
          }
        });
      }
    } finally {
      await tenants.close();
    }
  }

  private tenantPath(tenant: string): string {
    return join(this.options.dir, folderName(tenant));
  }

  /** Does something in a tenant's folder; nothing where it is absent. */
  private async inTenant(name: string, work: (directory: HeldDirectory) => Promise<void>): Promise<void> {
    let directory: HeldDirectory;
    try {
      directory = await this.options.access.openTrusted(join(this.options.dir, name));
    } catch (error) {
      if (hasCode(error, "ENOENT", "ENOTDIR")) return;
      throw error;
    }
    try {
      await work(directory);
    } finally {
      await directory.close();
    }
  }
}
