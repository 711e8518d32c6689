import type { NewestFirst } from "../domain/paging.ts";
import type { OldestFirst, OldestIdFirst } from "./store.ts";

export type LibraryKind = "prompt" | "template" | "skill";

/** A prompt, template or skill as it is now. Times are milliseconds. */
export interface LibraryRecord {
  readonly id: string;
  readonly tenant: string;
  readonly kind: LibraryKind;
  /** Unique among those of its tenant and kind. */
  readonly name: string;
  /** Counts the changes, from 1. */
  readonly version: number;
  /** Everything but the name, as canonical JSON: equal texts are equal contents. */
  readonly content: string;
  /** The text that `search` matches, in lower case. */
  readonly search_text: string;
  readonly created_at: number;
  readonly updated_at: number;
}

/** An earlier content of a record. */
export interface LibraryVersion {
  readonly version: number;
  readonly content: string;
  readonly created_at: number;
}

/** The skills that the config of a template's content names. */
export function skillsOfTemplate(content: string): readonly string[] {
  const value: unknown = JSON.parse(content);
  if (typeof value !== "object" || value === null || !("config" in value)) return [];
  const { config } = value;
  if (typeof config !== "object" || config === null || !("skills" in config)) return [];
  const { skills } = config;
  return Array.isArray(skills) ? skills.filter((name) => typeof name === "string") : [];
}

/** A user of a library record. */
export interface LibraryUser {
  readonly kind: "workspace" | "template";
  readonly id: string;
  readonly name: string;
}

/**
 * Prompts, templates and skills with all their versions. Inside a transaction `get` and `findByNames` lock the rows that they return
 * until its end; other transactions that read them wait.
 */
export interface LibraryRepository {
  /**
   * Inserts or replaces records, all or none, and stores each version. Throws `name_taken` when another record of the tenant and kind has
   * the name; records are written in order, so a name that an earlier one gives up is free. Throws `internal` for a version that exists
   * and for a record that is passed twice.
   */
  save(records: readonly LibraryRecord[]): Promise<void>;
  get(tenant: string, kind: LibraryKind, id: string): Promise<LibraryRecord | null>;
  /** The records with one of up to 1,000 names, in any order. */
  findByNames(tenant: string, kind: LibraryKind, names: readonly string[]): Promise<readonly LibraryRecord[]>;
  /** `search` is a part of the search text, in any case. */
  list(
    tenant: string,
    kind: LibraryKind,
    page: NewestFirst & { readonly search?: string },
  ): Promise<readonly LibraryRecord[]>;
  /** Oldest first, for an export. */
  listOldest(tenant: string, kind: LibraryKind, page: OldestIdFirst): Promise<readonly LibraryRecord[]>;
  /** Newest first; `before` a version. */
  versions(
    tenant: string,
    id: string,
    page: { readonly before?: number | undefined; readonly limit: number },
  ): Promise<readonly LibraryVersion[]>;
  /** Removes records with their versions. Unknown ids are fine. */
  delete(tenant: string, ids: readonly string[]): Promise<void>;
  /** Workspaces that have the skill in their config, then templates that do, each by id; at most `limit` in all. */
  usersOfSkill(tenant: string, name: string, limit: number): Promise<readonly LibraryUser[]>;
  /** Workspaces that were created from the template. */
  usersOfTemplate(tenant: string, name: string, limit: number): Promise<readonly LibraryUser[]>;
  /** Renames a template in the workspaces that were created from it, and changes nothing else of them. */
  renameTemplate(tenant: string, from: string, to: string): Promise<void>;
}

/** Bytes by their SHA-256, stored once for each tenant, for as long as they have an owner. */
export interface BlobRepository {
  /** Stores bytes for an owner (an id), all or none. Bytes that exist are not written again. */
  put(
    tenant: string,
    owner: string,
    blobs: readonly { readonly hash: string; readonly bytes: Uint8Array }[],
  ): Promise<void>;
  get(tenant: string, hash: string): Promise<Uint8Array | null>;
  /** Like `get`, but null for bytes that only others own. */
  getOwned(tenant: string, owner: string, hash: string): Promise<Uint8Array | null>;
  /** Ends the ownership of these owners, and in the same step removes bytes without an owner: a concurrent `put` loses nothing. */
  release(tenant: string, owners: readonly string[]): Promise<void>;
}

/** Lines of an atomic load that wait in the store for the last line, so that the load holds neither them nor a transaction. They may be gone after a restart. */
export interface StagedLinesRepository {
  /** Adds lines, or replaces those of the same index, all or none. */
  append(
    tenant: string,
    load: string,
    lines: readonly { readonly index: number; readonly text: string }[],
    createdAt: number,
  ): Promise<void>;
  /** By index, those after one (-1 for the start). */
  page(
    tenant: string,
    load: string,
    page: OldestFirst,
  ): Promise<readonly { readonly index: number; readonly text: string }[]>;
  /** Removes all lines of a load, in several steps; a repeat or a sweep finishes a removal that broke off. */
  delete(tenant: string, load: string): Promise<void>;
  /** Removes loads to which nothing was added since a time. */
  sweep(before: number): Promise<void>;
}
