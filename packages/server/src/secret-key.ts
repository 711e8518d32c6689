import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeOnce } from "./write-once.ts";

/** The key that encrypts secrets at rest. It is created on the first start in the data folder, readable only by its owner. */
export async function storedSecretKey(dataDir: string): Promise<string> {
  const file = join(dataDir, "secret-key");
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // If two servers start at once, both use the same key.
  if (!existsSync(file)) await writeOnce(file, `${randomBytes(32).toString("base64url")}\n`);
  return (await readFile(file, "utf8")).trim();
}
