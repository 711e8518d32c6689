import { constants } from "node:fs";
import { unlink, type FileHandle } from "node:fs/promises";
import type { SpooledBody } from "@workspace-agent/core/ports";
import type { HeldDirectory } from "../directories/held-directory.ts";
import { newTemporaryName } from "../entries/temporary-names.ts";
import { CHUNK_BYTES, readAll, streamFile } from "../reading/file-body.ts";
import { fillFile } from "../writing/fill-file.ts";

const PRIVATE_MODE = 0o600;

/** Opens a new file without a name: no program can find it, and it ends with the process. */
async function openNameless(directory: HeldDirectory): Promise<FileHandle> {
  const { O_CREAT, O_EXCL, O_RDWR } = constants;
  const name = newTemporaryName();
  const handle = await directory.openFile(name, O_RDWR | O_CREAT | O_EXCL, PRIVATE_MODE);
  try {
    await directory.at(name, (path) => unlink(path));
  } catch (error) {
    await handle.close();
    throw error;
  }
  return handle;
}

/** Stores a body in a nameless file. Calls `admit` before each chunk, and `onRelease` once when the space is free again. */
export async function spoolBody(
  directory: HeldDirectory,
  body: ReadableStream<Uint8Array>,
  admit: (bytes: number) => Promise<void>,
  onRelease: () => void,
): Promise<SpooledBody> {
  let handle: FileHandle | null = await openNameless(directory);
  const file = handle;
  let size = 0;
  const release = async () => {
    if (handle === null) return;
    handle = null;
    await file.close();
    onRelease();
  };
  try {
    await fillFile(file, body, async (bytes) => {
      await admit(bytes);
      size += bytes;
    });
  } catch (error) {
    await release();
    throw error;
  }
  const borrowed: Pick<FileHandle, "read" | "close"> = {
    read: (...given: Parameters<FileHandle["read"]>) => file.read(...given),
    close: () => Promise.resolve(),
  };
  return {
    size,
    read: async (start, end) =>
      end - start <= CHUNK_BYTES ? readAll(file, start, end) : streamFile(borrowed, start, end),
    release,
  };
}
