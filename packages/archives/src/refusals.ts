import { ArchiveError } from "./archive-error.ts";

const MOST_SHOWN = 200;

/** A name quoted and shortened for a message. */
export function shown(name: string): string {
  return JSON.stringify(name.length > MOST_SHOWN ? `${name.slice(0, MOST_SHOWN)}…` : name).toWellFormed();
}

const causedBy = (cause: unknown) => (cause === undefined ? {} : { cause });

/** The archive as a whole cannot be used. */
export function refusedArchive(reason: string, cause?: unknown): ArchiveError {
  return new ArchiveError("invalid_archive", `The archive ${reason}.`, causedBy(cause));
}

/** One entry makes the archive unusable. */
export function refusedEntry(name: string, reason: string, cause?: unknown): ArchiveError {
  const detail = `The entry ${shown(name)} of the archive ${reason}.`;
  return new ArchiveError("invalid_archive", detail, causedBy(cause));
}

/** A symbolic link would lead out, or nowhere. */
export function refusedLink(name: string, target: string, reason: string): ArchiveError {
  return refusedEntry(name, `is a symbolic link to ${shown(target)}, which ${reason}`);
}

/** The name of an entry cannot be the path of a file. */
export function refusedName(name: string, reason: string): ArchiveError {
  return new ArchiveError("invalid_path", `The entry ${shown(name)} of the archive: ${reason}`);
}
