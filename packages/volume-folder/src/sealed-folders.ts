import { lchown, lstat, mkdir, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { checkSealedKey } from "@workspace-agent/core/ports";
import type { Owner } from "./directories/descend.ts";
import { inTrusted, type DirectoryAccess, type HeldDirectory } from "./directories/held-directory.ts";
import { newTemporaryName } from "./entries/temporary-names.ts";
import { folderName } from "./folder-name.ts";
import { hideAndRemove, removeAny, sweepEntries, type Sweeping } from "./removing/sweep.ts";
import { hasCode, orNull } from "./has-code.ts";

const VOLUME_MODE = 0o755;

interface SealedFoldersOptions {
  /** An existing folder, as a path without links. */
  readonly dir: string;
  readonly access: DirectoryAccess;
  readonly owner: Owner | null;
  /** The permission bits of a tenant's folder. */
  readonly mode: number;
}

/** The folders of sealed volumes, `<tenant>/<key>`. Each has its name only while it is complete. */
export class SealedFolders {
  constructor(private readonly options: SealedFoldersOptions) {}

  path(tenant: string, key: string): string {
    return join(this.tenantPath(tenant), checkSealedKey(key));
  }

  async has(tenant: string, key: string): Promise<boolean> {
    const stats = await orNull(() => lstat(this.path(tenant, key)), "ENOENT");
    return stats?.isDirectory() === true;
  }

  /** The keys of a tenant's complete folders. Temporary names are no keys. */
  async keys(tenant: string): Promise<readonly string[]> {
    const names = (await orNull(() => readdir(this.tenantPath(tenant)), "ENOENT")) ?? [];
    return names.filter((name) => /^[a-z0-9]+$/.test(name));
  }

  /** Calls `fill` with the path of a new folder, and then renames it to the key. Where another process was first, its folder is kept. */
  async make(tenant: string, key: string, fill: (path: string) => Promise<void>): Promise<void> {
    const { mode, owner } = this.options;
    const hidden = newTemporaryName();
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
    await this.inTenant(folderName(tenant), (directory) => hideAndRemove(directory, name));
  }

  /** Removes the leftovers of interrupted fills and removals. */
  async sweep(sweeping: Sweeping): Promise<void> {
    const { access, dir } = this.options;
    await using tenants = await access.openTrusted(dir);
    for (const { name } of await tenants.list())
      if (typeof name === "string")
        await this.inTenant(name, (directory) => sweepEntries(directory, sweeping));
  }

  private tenantPath(tenant: string): string {
    return join(this.options.dir, folderName(tenant));
  }

  private inTenant(name: string, work: (directory: HeldDirectory) => Promise<void>): Promise<void> {
    return inTrusted(this.options.access, join(this.options.dir, name), work);
  }
}
