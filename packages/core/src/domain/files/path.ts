import { checkedPath } from "@workspace-agent/archives";
import { DomainError } from "../errors/domain-error.ts";

export { joinPath, parentPath } from "@workspace-agent/archives";

/** The form of a path, which may end with a slash: what `checkVolumePath` takes, but for lengths. */
export const VOLUME_PATH =
  /^(?!\.{1,2}(?:\/|$))[^/\0\ud800-\udfff]+(?:\/(?!\.{1,2}(?:\/|$))[^/\0\ud800-\udfff]+)*\/?$/u;

/**
 * The path of a volume as it is kept: relative, `/` between its names, the root empty. One trailing slash is dropped;
 * nothing else is fixed. Throws `invalid_path` for what is absolute, holds `.`, `..`, an empty segment, NUL or a lone
 * surrogate, or is too long (255 bytes a name, 4096 in all). Links are the volume's own matter.
 */
export function checkVolumePath(path: string): string {
  return checkedPath(path, (reason) => new DomainError("invalid_path", reason));
}

/** The names of a checked path, none for the root. */
export function pathSegments(path: string): string[] {
  return path === "" ? [] : path.split("/");
}

/** The last name of a checked path; empty for the root. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Whether a checked path lies below a checked directory, which is not below itself. */
export function isInside(path: string, directory: string): boolean {
  return path !== directory && (directory === "" || path.startsWith(`${directory}/`));
}
