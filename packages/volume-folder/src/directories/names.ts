import { readdir } from "node:fs/promises";

/** A name in a directory, as bytes where it is not UTF-8. No path of a volume can hold such bytes. */
export type Name = string | Buffer;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decode(latin1: string): Name {
  if (!/[\x80-\xff]/.test(latin1)) return latin1;
  const bytes = Buffer.from(latin1, "latin1");
  try {
    return decoder.decode(bytes);
  } catch {
    return bytes;
  }
}

/** A name in a directory, and whether it was a file's when the directory was read. */
export interface Listed {
  readonly name: Name;
  readonly isFile: boolean;
}

/** Lists a directory whose path may be trusted. Reads names as Latin-1, which preserves every byte. */
export async function readListed(path: string): Promise<Listed[]> {
  const entries = await readdir(path, { encoding: "latin1", withFileTypes: true });
  return entries.map((entry) => ({ name: decode(entry.name), isFile: entry.isFile() }));
}

/** The path of a name in a directory, for a system call. */
export function pathOf(directory: string, name: Name): string | Buffer {
  if (typeof name === "string") return `${directory}/${name}`;
  return Buffer.concat([Buffer.from(`${directory}/`), name]);
}
