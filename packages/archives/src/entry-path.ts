import { checkedPath } from "./path.ts";
import { refusedName } from "./refusals.ts";

const DRIVE = /^[A-Za-z]:/;
/** The beginning that many tools give each name. */
export const HERE = /^(?:\.\/+)+/;

/**
 * The path that an entry's name stands for; null for the root itself. Drops `./` at the beginning and one `/` at the
 * end, and changes nothing else. Throws `invalid_path` for any other name that `checkedPath` refuses, for a drive letter, and for a
 * backslash: some tools mean `/` by it, so the place of such an entry is unknown.
 */
export function entryPath(name: string): string | null {
  if (name.includes("\\")) throw refusedName(name, "The name holds a backslash.");
  const relative = name === "." ? "" : name.replace(HERE, "");
  if (DRIVE.test(relative)) throw refusedName(name, "The name begins with a drive letter.");
  if (relative === "" && name !== "") return null;
  if (name === "") throw refusedName(name, "The name is empty.");
  return checkedPath(relative, (reason) => refusedName(name, reason));
}
