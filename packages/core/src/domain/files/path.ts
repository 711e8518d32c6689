import { DomainError } from "../errors/domain-error.ts";

/** What Linux takes for one name. */
const MAX_SEGMENT_BYTES = 255;
const MAX_PATH_BYTES = 4_096;

/** The form of a path, which may end with a slash: what `checkVolumePath` takes, but for lengths. */
export const VOLUME_PATH =
  /^(?!\.{1,2}(?:\/|$))[^/\0\ud800-\udfff]+(?:\/(?!\.{1,2}(?:\/|$))[^/\0\ud800-\udfff]+)*\/?$/u;

const encoder = new TextEncoder();

function isLongerThan(text: string, bytes: number): boolean {
  return text.length > bytes || (text.length * 3 > bytes && encoder.encode(text).length > bytes);
}

/** Why a path cannot name anything in a volume, or null. */
function fault(path: string): string | null {
  if (path === "") return null;
  if (path.startsWith("/")) return "The path must be relative.";
  if (path.includes("\0")) return "The path holds a NUL character.";
  if (!path.isWellFormed()) return "The path is not valid Unicode.";
  if (isLongerThan(path, MAX_PATH_BYTES)) return `The path is longer than ${MAX_PATH_BYTES} bytes.`;
  for (const segment of path.split("/")) {
    if (segment === "") return "The path holds an empty segment.";
    if (segment === "." || segment === "..") return `The path holds a "${segment}" segment.`;
    if (isLongerThan(segment, MAX_SEGMENT_BYTES))
      return `The path holds a name longer than ${MAX_SEGMENT_BYTES} bytes.`;
  }
  return null;
}

/**
 * The path of a volume as it is kept: relative, `/` between its names, the root empty. One trailing slash is dropped;
 * nothing else is mended. Throws `invalid_path` for what is absolute, holds `.`, `..`, an empty segment, NUL or a lone
 * surrogate, or is too long (255 bytes a name, 4096 in all). Links are the volume's own matter.
 */
export function checkVolumePath(path: string): string {
  const trimmed = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  const reason = fault(trimmed);
  if (reason !== null) throw new DomainError("invalid_path", reason);
  return trimmed;
}

/** The names of a checked path, none for the root. */
export function pathSegments(path: string): string[] {
  return path === "" ? [] : path.split("/");
}

/** The directory that holds a checked path; the root is its own. */
export function parentPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The last name of a checked path; empty for the root. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** A name below a checked directory path. */
export function joinPath(directory: string, name: string): string {
  return directory === "" ? name : `${directory}/${name}`;
}

/** Whether a checked path lies below a checked directory, which is not below itself. */
export function isInside(path: string, directory: string): boolean {
  return path !== directory && (directory === "" || path.startsWith(`${directory}/`));
}
