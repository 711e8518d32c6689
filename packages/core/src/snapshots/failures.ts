import { DomainError } from "../domain/errors/domain-error.ts";

/** An object that a snapshot needs is absent, or is not what it should be. */
export function damaged(what: string, cause?: unknown): DomainError {
  return new DomainError("object_corrupt", `The snapshot cannot be read: ${what}`, { cause });
}

/** A snapshot cannot cover a path. */
export function incomplete(path: string, why: string): DomainError {
  const named = path === "" ? "The volume's root" : JSON.stringify(path);
  return new DomainError("snapshot_incomplete", `${named} cannot be stored in a snapshot: ${why}`);
}
