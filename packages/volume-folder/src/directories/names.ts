import { readdir } from "node:fs/promises";
import { utf8Text } from "@workspace-agent/core/internal";

/** A name in a directory, as bytes where it is not UTF-8. No path of a volume can hold such bytes. */
export type Name = string | Buffer;

/** A name that is given as Latin-1, which preserves every byte. */
export function toName(latin1: string): Name {
  if (!/[\x80-\xff]/.test(latin1)) return latin1;
  const bytes = Buffer.from(latin1, "latin1");
  return utf8Text(bytes) ?? bytes;
}

/** A name in a directory, and whether it was a file's when the directory was read. */
export interface Listed {
  readonly name: Name;
  readonly isFile: boolean;
}

/** Lists a directory whose path may be trusted. */
export async function readListed(path: string): Promise<Listed[]> {
  const entries = await readdir(path, { encoding: "latin1", withFileTypes: true });
  return entries.map((entry) => ({ name: toName(entry.name), isFile: entry.isFile() }));
}

/** The path of a name in a directory, for a system call. */
export function pathOf(directory: string, name: Name): string | Buffer {
  if (typeof name === "string") return `${directory}/${name}`;
  return Buffer.concat([Buffer.from(`${directory}/`), name]);
}
