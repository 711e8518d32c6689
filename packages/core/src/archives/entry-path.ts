import { DomainError } from "../domain/errors/domain-error.ts";
import { checkVolumePath } from "../domain/files/path.ts";
import { refusedName } from "./refusals.ts";

const DRIVE = /^[A-Za-z]:/;
/** What many tools put before each name. */
export const HERE = /^(?:\.\/+)+/;

/**
 * The path that an entry's name stands for; null for the root itself. `./` at its beginning and one `/` at its end are
 * dropped, nothing else is mended. Throws `invalid_path` for what is no path of a volume (absolute, `..`, NUL, too long …), for a
 * drive letter, and for a backslash: some tools mean `/` by it, so where such an entry belongs cannot be known.
 */
export function entryPath(name: string): string | null {
  if (name.includes("\\")) throw refusedName(name, "The name holds a backslash.");
  const relative = name === "." ? "" : name.replace(HERE, "");
  if (DRIVE.test(relative)) throw refusedName(name, "The name begins with a drive letter.");
  if (relative === "" && name !== "") return null;
  if (name === "") throw refusedName(name, "The name is empty.");
  try {
    return checkVolumePath(relative);
  } catch (error) {
    throw DomainError.isInstance(error) ? refusedName(name, error.detail) : error;
  }
}
