import { lchown, lstat, symlink, unlink } from "node:fs/promises";
import { baseName, parentPath } from "@workspace-agent/core/ports";
import type { VolumeContext } from "../context.ts";
import { diskBytes } from "../quota/use.ts";
import { isRoot } from "../failures.ts";
import type { Parents } from "./parents.ts";

/** Makes a symbolic link in a staging area. Calls `admit` with its disk space. Fails with `EEXIST` where the name exists. */
export async function stageLink(
  { owner }: VolumeContext,
  parents: Parents,
  path: string,
  target: string,
  admit: (bytes: number) => Promise<void>,
): Promise<void> {
  if (path === "") throw isRoot();
  const name = baseName(path);
  await parents.in(parentPath(path), async (directory) => {
    await directory.at(name, (at) => symlink(target, at));
    try {
      await admit(diskBytes(await directory.at(name, (at) => lstat(at, { bigint: true }))));
      if (owner !== null) await directory.at(name, (at) => lchown(at, owner.uid, owner.gid));
    } catch (error) {
      await directory.at(name, (at) => unlink(at));
      throw error;
    }
  });
}
