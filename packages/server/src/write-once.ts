import { link, open, unlink, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

export const isCode = (error: unknown, code: string) =>
  error instanceof Error && "code" in error && error.code === code;

/** Flushes a folder to disk, so that its new entries survive a power failure. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } catch (error) {
    // Some network file systems do not support this.
    if (!["EINVAL", "ENOTSUP", "EOPNOTSUPP"].some((code) => isCode(error, code))) throw error;
  } finally {
    await folder.close();
  }
}

/**
 * Creates a file that only its owner can read. It is never partial, and survives a power failure. Returns false, and changes nothing, if it
 * exists: of several callers, one creates it.
 */
export async function writeOnce(file: string, text: string): Promise<boolean> {
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, text, { mode: 0o600, flush: true });
  try {
    await link(temporary, file);
    await flushFolder(dirname(file));
    return true;
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
    return false;
  } finally {
    await unlink(temporary);
  }
}
