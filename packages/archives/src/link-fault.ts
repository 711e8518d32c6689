import { joinPath, parentPath } from "./path.ts";

const MAX_TARGET_BYTES = 4_095;

/** Some systems read a backslash as a slash, and a letter with a colon as a drive. */
const ABSOLUTE = /^(?:\/|[A-Za-z]:)/;

/**
 * Why a symbolic link of an archive could lead out of it, or null. `..` is allowed at the beginning and after a path that
 * `isDirectory` knows as a directory of the archive, so that no link leads out through another, in whatever order they are created.
 */
export function linkFault(
  path: string,
  target: string,
  isDirectory: (path: string) => boolean = () => false,
): string | null {
  if (target === "" || target.includes("\0")) return "leads nowhere";
  if (!target.isWellFormed()) return "leads to a name that is not UTF-8";
  if (ABSOLUTE.test(target)) return "leads to an absolute path";
  if (target.includes("\\")) return "leads to a path with a backslash";
  if (new TextEncoder().encode(target).length > MAX_TARGET_BYTES) return "leads to a path that is too long";
  let current = parentPath(path);
  let isReal = true;
  for (const segment of target.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === "..") {
      if (current === "") return "leads out of the archive";
      if (!isReal) return "goes up from what is no directory of the archive";
      current = parentPath(current);
    } else {
      current = joinPath(current, segment);
      isReal = isDirectory(current);
    }
  }
  return null;
}
