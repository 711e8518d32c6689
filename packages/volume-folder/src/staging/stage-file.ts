import { constants } from "node:fs";
import { unlink } from "node:fs/promises";
import { baseName, parentPath } from "@workspace-agent/core/ports";
import type { VolumeContext } from "../context.ts";
import { isRoot } from "../failures.ts";
import { fillFile } from "../writing/fill-file.ts";
import { nextWriteTime } from "../writing/write-time.ts";
import type { Parents } from "./parents.ts";

const PERMISSION_BITS = 0o777;

/** Writes a new file into a staging area. Fails with `EEXIST` where one exists. */
export async function stageFile(
  { owner, flushes: { durable } }: VolumeContext,
  parents: Parents,
  path: string,
  body: Uint8Array | ReadableStream<Uint8Array>,
  mode: number,
  admit: (bytes: number) => Promise<void>,
): Promise<void> {
  if (path === "") throw isRoot();
  const { O_CREAT, O_EXCL, O_WRONLY } = constants;
  const name = baseName(path);
  await parents.in(parentPath(path), async (directory) => {
    const handle = await directory.openFile(name, O_WRONLY | O_CREAT | O_EXCL, mode);
    let isComplete = false;
    try {
      const size = await fillFile(handle, body, admit);
      const seconds = nextWriteTime();
      await handle.utimes(seconds, seconds);
      if (owner !== null) await handle.chown(owner.uid, owner.gid);
      // The umask restricts the mode of a new file.
      await handle.chmod(mode & PERMISSION_BITS);
      // An empty file has no content to flush.
      if (durable && size > 0) await handle.sync();
      isComplete = true;
    } finally {
      await handle.close();
      if (!isComplete) await directory.at(name, (at) => unlink(at));
    }
  });
}
