import * as v from "valibot";
import { DomainError } from "../../domain/errors/domain-error.ts";
import type { LibraryRecord } from "../../ports/library-store.ts";
import type { Repositories } from "../../ports/store.ts";
import { requirePart } from "../../ports/store-parts.ts";
import { LibraryNameSchema } from "../../domain/validation/library-name.ts";

interface RefKind {
  readonly kind: LibraryRecord["kind"];
  readonly prefix: string;
}

/** Whether a reference is an id. No name starts like one. */
export function isIdRef({ prefix }: RefKind, ref: string): boolean {
  return ref.startsWith(`${prefix}_`);
}

/** Whether a name is valid. Stores are not queried for invalid names. */
export function canBeName(name: string): boolean {
  return v.is(LibraryNameSchema, name);
}

/** The record with an id or a name. */
export async function findByRef(
  repositories: Pick<Repositories, "library">,
  kind: RefKind,
  tenant: string,
  ref: string,
): Promise<LibraryRecord | null> {
  const library = requirePart(repositories, "library");
  if (isIdRef(kind, ref))
    return /^[a-z]+_[0-9a-z]{1,64}$/.test(ref) ? library.get(tenant, kind.kind, ref) : null;
  if (!canBeName(ref)) return null;
  const [record] = await library.findByNames(tenant, kind.kind, [ref]);
  return record ?? null;
}

export function noSuch({ kind }: RefKind): DomainError {
  return new DomainError("not_found", `There is no such ${kind}.`);
}

export function nameTaken({ kind }: RefKind, name: string): DomainError {
  return new DomainError("name_taken", `There is a ${kind} named "${name}" already.`);
}
