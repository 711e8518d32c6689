import { randomBytes } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "./code-of.ts";
import { writeOnce } from "./write-once.ts";

/** The key that encrypts secrets at rest. It is created on the first start in the data folder, readable only by its owner. */
export async function storedSecretKey(dataDir: string): Promise<string> {
  const file = join(dataDir, "secret-key");
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
  // If two servers start at once, both use the same key.
  await writeOnce(file, `${randomBytes(32).toString("base64url")}\n`);
  return (await readFile(file, "utf8")).trim();
}
