import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { SnapshotObjects } from "@workspace-agent/core/ports";

const isAbsent = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";

/** Objects as files, which outlive a process that is killed. */
export function folderObjects(dir: string): SnapshotObjects {
  return {
    async put(key, bytes) {
      const path = join(dir, key);
      const made = `${path}.${randomBytes(6).toString("hex")}`;
      await mkdir(dirname(path), { recursive: true });
      await writeFile(made, bytes);
      await rename(made, path);
    },
    async get(key, { range } = {}) {
      try {
        if (range === undefined) return await readFile(join(dir, key));
        await using handle = await open(join(dir, key));
        const bytes = new Uint8Array(range.end - range.start);
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, range.start);
        return bytes.subarray(0, bytesRead);
      } catch (error) {
        if (isAbsent(error)) return null;
        throw error;
      }
    },
  };
}
