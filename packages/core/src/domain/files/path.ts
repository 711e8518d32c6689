import { checkedPath } from "@workspace-agent/archives";
import { DomainError } from "../errors/domain-error.ts";

export { joinPath, parentPath } from "@workspace-agent/archives";

/** Matches the paths that `checkVolumePath` accepts, without its length limits. */
export const VOLUME_PATH =
  /^(?!\.{1,2}(?:\/|$))[^/\0\ud800-\udfff]+(?:\/(?!\.{1,2}(?:\/|$))[^/\0\ud800-\udfff]+)*\/?$/u;

/**
 * Checks a path in a volume: relative, with `/` between names, empty for the root. Removes one trailing slash. Throws `invalid_path` for an
 * absolute path, `.`, `..`, an empty name, NUL, a lone surrogate, or too many bytes (255 per name, 4096 in total). The volume handles links.
 */
export function checkVolumePath(path: string): string {
  return checkedPath(path, (reason) => new DomainError("invalid_path", reason));
}

/** The names of a checked path. Empty for the root. */
export function pathSegments(path: string): string[] {
  return path === "" ? [] : path.split("/");
}

/** The last name of a checked path. Empty for the root. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Whether a checked path is below a checked directory. A directory is not below itself. */
export function isInside(path: string, directory: string): boolean {
  return path !== directory && (directory === "" || path.startsWith(`${directory}/`));
}
