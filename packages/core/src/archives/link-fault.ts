import { joinPath, parentPath } from "../domain/files/path.ts";

const MAX_TARGET_BYTES = 4_095;

/** Some systems take a backslash for a slash, and a letter with a colon for a drive. */
const ABSOLUTE = /^(?:\/|[A-Za-z]:)/;

/**
 * Why a symbolic link of an archive may lead out of it, or null. It stays inside where it goes up only from directories that
 * are none but links of the archive could make into something else: `..` comes first, or after what `isDirectory` says is a
 * directory of the archive. Then no link leads out through another one either, in whatever order they are made.
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
