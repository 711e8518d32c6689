import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

const isCode = (error: unknown, code: string) =>
  error instanceof Error && "code" in error && error.code === code;

/** Brings the names in a folder to the disk: without its key after a power cut, no secret can be read. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } catch (error) {
    // Some file systems of the network have no such call.
    if (!["EINVAL", "ENOTSUP", "EOPNOTSUPP"].some((code) => isCode(error, code))) throw error;
  } finally {
    await folder.close();
  }
}

/** The key that encrypts secrets at rest: kept in the data folder, made at the first start, readable by its owner only. */
export async function keptSecretKey(dataDir: string): Promise<string> {
  const file = join(dataDir, "secret-key");
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    if (!isCode(error, "ENOENT")) throw error;
  }
  // Linked into place whole, so that of two starts at once one key wins and none is half-written.
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flush: true });
  try {
    await link(temporary, file);
    await flushFolder(dataDir);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  } finally {
    await unlink(temporary);
  }
  return (await readFile(file, "utf8")).trim();
}
