import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

const isCode = (error: unknown, code: string) =>
  error instanceof Error && "code" in error && error.code === code;

/** Flushes the folder to disk: without the key after a power failure, no secret could be decrypted. */
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

/** The key that encrypts secrets at rest. It is created on the first start in the data folder, readable only by its owner. */
export async function storedSecretKey(dataDir: string): Promise<string> {
  const file = join(dataDir, "secret-key");
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    if (!isCode(error, "ENOENT")) throw error;
  }
  // Linked atomically: if two servers start at once, both use the same key, and it is never partial.
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
