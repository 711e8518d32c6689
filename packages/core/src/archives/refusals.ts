import { DomainError } from "../domain/errors/domain-error.ts";

const MOST_SHOWN = 200;

/** A name as a message can hold it. */
export function shown(name: string): string {
  return JSON.stringify(name.length > MOST_SHOWN ? `${name.slice(0, MOST_SHOWN)}…` : name).toWellFormed();
}

/** The archive as a whole cannot be used. */
export function refusedArchive(reason: string, cause?: unknown): DomainError {
  return new DomainError("invalid_request", `The archive ${reason}.`, cause === undefined ? {} : { cause });
}

/** One entry makes the archive unusable. */
export function refusedEntry(name: string, reason: string, cause?: unknown): DomainError {
  const detail = `The entry ${shown(name)} of the archive ${reason}.`;
  return new DomainError("invalid_request", detail, cause === undefined ? {} : { cause });
}

/** A symbolic link would lead out, or nowhere. */
export function refusedLink(name: string, target: string, reason: string): DomainError {
  return refusedEntry(name, `is a symbolic link to ${shown(target)}, which ${reason}`);
}

/** One entry has a name that cannot be a path of a volume. */
export function refusedName(name: string, reason: string): DomainError {
  return new DomainError("invalid_path", `The entry ${shown(name)} of the archive: ${reason}`);
}
