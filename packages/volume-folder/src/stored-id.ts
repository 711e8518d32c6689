import { randomBytes } from "node:crypto";
import { link, open, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Flushes } from "./directories/flushes.ts";
import { newTemporaryName, whileInUse } from "./entries/temporary-names.ts";
import { hasCode, orNull } from "./has-code.ts";

/** The id in a file; null where there is none. */
export async function readId(file: string): Promise<string | null> {
  const text = await orNull(() => readFile(file, "utf8"), "ENOENT");
  return text?.trim() ?? null;
}

/** Writes a complete draft and links it to the final name. Of several concurrent calls, one wins. */
async function offerId(dir: string, name: string, prefix: string, flushes: Flushes): Promise<void> {
  const hidden = newTemporaryName();
  await whileInUse(hidden, async () => {
    const draft = join(dir, hidden);
    const handle = await open(draft, "wx", 0o644);
    try {
      await handle.writeFile(`${prefix}-${randomBytes(12).toString("hex")}\n`);
      await handle.sync();
      await link(draft, join(dir, name));
      await flushes.folder(dir);
    } catch (error) {
      if (!hasCode(error, "EEXIST")) throw error;
    } finally {
      await handle.close();
      await unlink(draft);
    }
  });
}

/** The id in a file of a folder of the host, made at random at its first use. All processes get the same. */
export async function storedId(dir: string, name: string, prefix: string, flushes: Flushes): Promise<string> {
  const file = join(dir, name);
  const found = await readId(file);
  if (found !== null) return found;
  await offerId(dir, name, prefix, flushes);
  const made = await readId(file);
  if (made === null) throw new Error("An id was removed while it was made.");
  return made;
}
