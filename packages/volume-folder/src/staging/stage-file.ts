import { constants } from "node:fs";
import { unlink } from "node:fs/promises";
import type { VolumeContext } from "../context.ts";
import type { VolumeRoot } from "../directories/descend.ts";
import { inMadeParent } from "../directories/with-directory.ts";
import { isRoot } from "../failures.ts";
import { fillFile } from "../writing/fill-file.ts";
import { nextWriteTime } from "../writing/write-time.ts";

const PERMISSION_BITS = 0o777;

/** Writes a new file into a staging area, where nobody reads it before it is whole. What is there already is `EEXIST`. */
export async function stageFile(
  { owner, durable }: VolumeContext,
  area: VolumeRoot,
  path: string,
  body: Uint8Array | ReadableStream<Uint8Array>,
  mode: number,
  admit: (bytes: number) => Promise<void>,
): Promise<void> {
  if (path === "") throw isRoot();
  const { O_CREAT, O_EXCL, O_WRONLY } = constants;
  await inMadeParent(area, path, owner, async (directory, name) => {
    const handle = await directory.openFile(name, O_WRONLY | O_CREAT | O_EXCL, mode);
    let isWhole = false;
    try {
      await fillFile(handle, body, admit);
      const seconds = nextWriteTime();
      await handle.utimes(seconds, seconds);
      if (owner !== null) await handle.chown(owner.uid, owner.gid);
      // The mode that a file is made with is cut by the process's mask.
      await handle.chmod(mode & PERMISSION_BITS);
      if (durable) await handle.datasync();
      isWhole = true;
    } finally {
      await handle.close();
      if (!isWhole) await directory.at(name, (at) => unlink(at));
    }
  });
}
