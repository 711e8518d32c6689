import { DomainError } from "../../domain/errors/domain-error.ts";
import type { LibraryRecord, LibraryUser } from "../../ports/library-store.ts";
import type { Repositories } from "../../ports/store.ts";
import type { CollectionKind } from "./collection-kind.ts";

const MOST_USERS = 20;

/** The error that prevents deleting a record, with its first users, or null. */
export async function inUse(
  kind: Pick<CollectionKind<never, never>, "users">,
  repositories: Repositories,
  record: LibraryRecord,
): Promise<DomainError | null> {
  const users = (await kind.users?.(repositories, record, MOST_USERS + 1)) ?? [];
  if (users.length === 0) return null;
  const told = users.slice(0, MOST_USERS);
  const more = users.length > told.length ? " and more" : "";
  const names = told.map((user: LibraryUser) => `the ${user.kind} "${user.name}"`).join(", ");
  return new DomainError("in_use", `The ${record.kind} "${record.name}" is used by ${names}${more}.`, {
    extra: { users: told.map(({ kind, id, name }) => ({ kind, id, name })) },
  });
}
