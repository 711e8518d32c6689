import type { NewestFirst } from "./store.ts";

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
  /** All but the name, as a JSON text that is always written the same way: equal texts are equal contents. */
  readonly content: string;
  /** What `search` looks in, in lower case. */
  readonly search_text: string;
  readonly created_at: number;
  readonly updated_at: number;
}

/** What a record's content was. */
export interface LibraryVersion {
  readonly version: number;
  readonly content: string;
  readonly created_at: number;
}

/** The skills in the config of a template's content; none where it names none. */
export function skillsOfTemplate(content: string): readonly string[] {
  const value: unknown = JSON.parse(content);
  if (typeof value !== "object" || value === null || !("config" in value)) return [];
  const { config } = value;
  if (typeof config !== "object" || config === null || !("skills" in config)) return [];
  const { skills } = config;
  return Array.isArray(skills) ? skills.filter((name) => typeof name === "string") : [];
}

/** Who uses a thing of the library. */
export interface LibraryUser {
  readonly kind: "workspace" | "template";
  readonly id: string;
  readonly name: string;
}

/**
 * Prompts, templates and skills with all their versions. Inside a transaction `get` and `findByNames` lock the rows that they give until
 * its end: others that look at them inside a transaction wait.
 */
export interface LibraryRepository {
  /**
   * Inserts or replaces records, all or none, each with its version kept beside it. Throws `name_taken` when another of the tenant and
   * kind has the name, in the order given: a name that a record before it gave up is free. A version that is there already, or a record
   * that is given twice, is `internal`.
   */
  save(records: readonly LibraryRecord[]): Promise<void>;
  get(tenant: string, kind: LibraryKind, id: string): Promise<LibraryRecord | null>;
  /** Those that there are of up to 1,000 names, in any order. */
  findByNames(tenant: string, kind: LibraryKind, names: readonly string[]): Promise<readonly LibraryRecord[]>;
  /** `search` is a part of the search text, in any case. */
  list(
    tenant: string,
    kind: LibraryKind,
    page: NewestFirst & { readonly search?: string },
  ): Promise<readonly LibraryRecord[]>;
  /** Oldest first, for an export: those made after an id. */
  listOldest(
    tenant: string,
    kind: LibraryKind,
    page: { readonly after?: string; readonly limit: number },
  ): Promise<readonly LibraryRecord[]>;
  /** Newest first; `before` a version. */
  versions(
    tenant: string,
    id: string,
    page: { readonly before?: number; readonly limit: number },
  ): Promise<readonly LibraryVersion[]>;
  /** Removes records with their versions. Absent ones are fine. */
  delete(tenant: string, ids: readonly string[]): Promise<void>;
  /** Workspaces that have the skill in their config, then templates that do, then, by id, at most `limit` of them. */
  usersOfSkill(tenant: string, name: string, limit: number): Promise<readonly LibraryUser[]>;
  /** Workspaces that were made from the template. */
  usersOfTemplate(tenant: string, name: string, limit: number): Promise<readonly LibraryUser[]>;
  /** Follows the renaming of a template in the workspaces that were made from it; they change in nothing else. */
  renameTemplate(tenant: string, from: string, to: string): Promise<void>;
}

/** Bytes by their SHA-256, kept once for each tenant, for as long as something owns them. */
export interface BlobRepository {
  /** Keeps bytes for an owner (an id), all or none. What is there already is not written again. */
  put(
    tenant: string,
    owner: string,
    blobs: readonly { readonly hash: string; readonly bytes: Uint8Array }[],
  ): Promise<void>;
  get(tenant: string, hash: string): Promise<Uint8Array | null>;
  /** The same for what an owner has, and null for what only others have. */
  getOwned(tenant: string, owner: string, hash: string): Promise<Uint8Array | null>;
  /** Ends the ownership of these owners; what nobody owns then is removed, in one step with it: a `put` at the same time loses nothing. */
  release(tenant: string, owners: readonly string[]): Promise<void>;
}

/** Lines that wait until all of a load has been seen, so that an atomic load holds neither them nor a transaction meanwhile. They may be gone after a restart. */
export interface StagedLinesRepository {
  /** Adds lines, or replaces those of the same index, all or none. */
  append(
    tenant: string,
    load: string,
    lines: readonly { readonly index: number; readonly text: string }[],
    createdAt: number,
  ): Promise<void>;
  /** In the order of their index, those after one (-1 for the start). */
  page(
    tenant: string,
    load: string,
    page: { readonly after: number; readonly limit: number },
  ): Promise<readonly { readonly index: number; readonly text: string }[]>;
  /** Removes all lines of a load, many in several steps; one that broke off is finished by a repeat or a sweep. */
  delete(tenant: string, load: string): Promise<void>;
  /** Removes what loads that broke off left: those to which nothing was added since a time. */
  sweep(before: number): Promise<void>;
}
