import { randomBytes } from "node:crypto";
import { link, open, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Flushes } from "./directories/flushes.ts";
import { hasCode } from "./has-code.ts";

async function readPlacement(file: string): Promise<string | null> {
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
}

/** Writes a complete draft and links it to the final name. Of several concurrent calls, one wins. */
async function offerPlacement(dir: string, file: string, flushes: Flushes): Promise<void> {
  const draft = join(dir, `.placement-${randomBytes(8).toString("hex")}`);
  const handle = await open(draft, "wx", 0o644);
  try {
    await handle.writeFile(`place-${randomBytes(12).toString("hex")}\n`);
    await handle.sync();
    await link(draft, file);
    await flushes.folder(dir);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  } finally {
    await handle.close();
    await unlink(draft);
  }
}

/** The id that is stored in the folder, and made at its first use. Servers with the same folder have the same id. */
export async function storedPlacement(dir: string, flushes: Flushes): Promise<string> {
  const file = join(dir, "placement");
  const found = await readPlacement(file);
  if (found !== null) return found;
  await offerPlacement(dir, file, flushes);
  const made = await readPlacement(file);
  if (made === null) throw new Error("The placement was removed while it was made.");
  return made;
}
