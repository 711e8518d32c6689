import { randomUUID } from "node:crypto";
import { link, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf } from "./code-of.ts";
import { flush } from "./flush.ts";

/**
 * Creates a file that only its owner can read. It is never partial, and survives a power failure. Returns false, and changes nothing, if it
 * exists: of several callers, one creates it. After an error it may exist too: its folder could not be flushed.
 */
export async function writeOnce(file: string, text: string): Promise<boolean> {
  // Servers in containers that share a folder have equal process ids.
  const temporary = `${file}.${randomUUID()}`;
  try {
    await writeFile(temporary, text, { mode: 0o600, flush: true });
    await link(temporary, file);
    await flush(dirname(file));
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    return false;
  } finally {
    await rm(temporary, { force: true });
  }
}
