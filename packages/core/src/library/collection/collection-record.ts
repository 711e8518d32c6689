import { DomainError } from "../../domain/errors/domain-error.ts";
import { newId } from "../../domain/ids.ts";
import type { LibraryRecord, LibraryVersion } from "../../ports/library-store.ts";
import type { Draft, CollectionKind } from "./collection-kind.ts";

type AnyKind = Pick<CollectionKind<never, never>, "kind" | "prefix">;

/** Databases cannot store NUL or lone surrogates in a text. */
function searchText(name: string, description: string): string {
  return `${name}\n${description}`.toLowerCase().replaceAll("\0", " ").toWellFormed();
}

/** A new record, at its first version. */
export function newRecord(
  { kind, prefix }: AnyKind,
  tenant: string,
  draft: Draft & { readonly name: string },
  now: number,
): LibraryRecord {
  const { name, description, content } = draft;
  return {
    id: newId(prefix, now),
    tenant,
    kind,
    name,
    version: 1,
    content,
    search_text: searchText(name, description),
    created_at: now,
    updated_at: now,
  };
}

/** A record's next version. */
export function changedRecord(
  record: LibraryRecord,
  draft: Omit<Draft, "blobs">,
  now: number,
): LibraryRecord {
  const name = draft.name ?? record.name;
  return {
    ...record,
    name,
    version: record.version + 1,
    content: draft.content,
    search_text: searchText(name, draft.description),
    updated_at: Math.max(now, record.updated_at),
  };
}

/** A record as it was at a version, with its current name. */
export function recordAt(
  record: LibraryRecord,
  { version, content, created_at }: LibraryVersion,
): LibraryRecord {
  return { ...record, version, content, updated_at: created_at };
}

/** The draft of an earlier version. */
export function draftOf({ content }: LibraryVersion): Draft {
  const value: unknown = JSON.parse(content);
  const hasDescription = typeof value === "object" && value !== null && "description" in value;
  const description = hasDescription && typeof value.description === "string" ? value.description : "";
  return { name: null, description, content };
}

/** The entity tag of a record's version, without quotes. */
export function libraryEtag({ id, version }: Pick<LibraryRecord, "id" | "version">): string {
  return `${id}.${version}`;
}

/** `ifMatch` null: there must be no record. Undefined: no condition. */
export function checkCondition(record: LibraryRecord | null, ifMatch: string | null | undefined): void {
  if (ifMatch === undefined || ifMatch === (record === null ? null : libraryEtag(record))) return;
  throw new DomainError(
    "precondition_failed",
    record === null ? "It is not there any more." : "It is there in another version: read it again.",
  );
}
