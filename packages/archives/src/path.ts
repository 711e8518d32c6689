/** The longest name that Linux accepts. */
const MAX_SEGMENT_BYTES = 255;
const MAX_PATH_BYTES = 4_096;

const encoder = new TextEncoder();

function isLongerThan(text: string, bytes: number): boolean {
  return text.length > bytes || (text.length * 3 > bytes && encoder.encode(text).length > bytes);
}

/** Why a path cannot name anything in a volume, or null. */
function faultOf(path: string): string | null {
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
 * A path as volumes have it: relative, `/` between its names, the root empty. Drops one trailing slash and changes nothing else. Throws
 * what `refused` makes of the reason why the path cannot be one.
 */
export function checkedPath(path: string, refused: (reason: string) => Error): string {
  const trimmed = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  const reason = faultOf(trimmed);
  if (reason !== null) throw refused(reason);
  return trimmed;
}

/** The directory that holds a path; the root is its own. */
export function parentPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** A name below a directory. */
export function joinPath(directory: string, name: string): string {
  return directory === "" ? name : `${directory}/${name}`;
}
