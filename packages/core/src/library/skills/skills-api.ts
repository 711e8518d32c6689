import type { CreateOptions } from "../../idempotency/idempotency.ts";
import type { Principal } from "../../domain/principals/principal.ts";
import type { BulkInputOptions, BulkReport } from "../../domain/library/bulk.ts";
import type { LibraryApi, LibraryCondition, Versioned } from "../library-api.ts";
import type { Skill, SkillFile, SkillInput } from "../../domain/library/skill.ts";

/** A gzipped tar or a zip, recognised by its first bytes. It is read to its end or cancelled. */
export type SkillPackage = ReadableStream<Uint8Array>;

/** One file of a skill with its bytes. */
export interface SkillFileContent {
  readonly file: SkillFile;
  readonly bytes: Uint8Array;
  /** Of the file's bytes, without quotes. */
  readonly etag: string;
}

/**
 * Skills in the Agent Skills format. The name is in the front matter of `SKILL.md`, or that of its folder; PUT under another name fails
 * with `invalid_request`. So does an invalid skill, with every problem in `errors`.
 */
export interface SkillsApi extends LibraryApi<Skill, SkillInput> {
  /** Like `create`. Also throws the errors of `readArchive`: `invalid_request`, `invalid_path`, `payload_too_large`. */
  createFromPackage(
    principal: Principal,
    source: SkillPackage,
    options?: CreateOptions,
  ): Promise<Versioned<Skill>>;
  putPackage(
    principal: Principal,
    ref: string,
    source: SkillPackage,
    condition?: LibraryCondition,
  ): Promise<Versioned<Skill> & { readonly created: boolean }>;
  /**
   * Like `bulk`, for an archive with a folder for each skill. There is a result for each folder, ordered by name, and an error for
   * each folder that is not a skill. If the archive cannot be read, `results` throws before the first result.
   */
  bulkPackage(principal: Principal, source: SkillPackage, options?: BulkInputOptions): BulkReport;
  /** One file of the current version. An unknown path is `not_found`. */
  file(principal: Principal, ref: string, path: string): Promise<SkillFileContent>;
  /** The skill's folder as a gzipped tar. The same content gives the same bytes. */
  package(
    principal: Principal,
    ref: string,
  ): Promise<{ readonly name: string; readonly etag: string; readonly body: ReadableStream<Uint8Array> }>;
}
