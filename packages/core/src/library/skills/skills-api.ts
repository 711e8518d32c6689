import type { CreateOptions } from "../../idempotency/idempotency.ts";
import type { Principal } from "../../domain/principals/principal.ts";
import type { BulkOptions, BulkReport } from "../../domain/library/bulk.ts";
import type { LibraryApi, LibraryCondition, Versioned } from "../library-api.ts";
import type { Skill, SkillFile, SkillInput } from "../../domain/library/skill.ts";

/** A gzipped tar or a zip, told apart by its first bytes. Read to its end or cancelled. */
export type SkillPackage = ReadableStream<Uint8Array>;

/** One file of a skill with its bytes. */
export interface SkillFileContent {
  readonly file: SkillFile;
  readonly bytes: Uint8Array;
  /** Of the file's bytes, without quotes. */
  readonly etag: string;
}

/**
 * Skills in the Agent Skills format. The name is in the front matter of `SKILL.md`: PUT under a name that is not the skill's is
 * `invalid_request`. What is wrong with a skill is `invalid_request` with every breach in `errors`.
 */
export interface SkillsApi extends LibraryApi<Skill, SkillInput> {
  /** As `create`. Throws as `readArchive` does, too: `invalid_request`, `invalid_path`, `payload_too_large`. */
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
   * As `bulk`, of one archive with a folder for each skill: a result for each folder in the order of their names, and an error for
   * each that is no skill. An archive that cannot be read throws from `results`, before the first of them.
   */
  bulkPackage(principal: Principal, source: SkillPackage, options: BulkOptions): BulkReport;
  /** One file as it is now. A path that names none is `not_found`. */
  file(principal: Principal, ref: string, path: string): Promise<SkillFileContent>;
  /** The skill's folder as a gzipped tar: the same bytes each time for the same content. */
  package(
    principal: Principal,
    ref: string,
  ): Promise<{ readonly name: string; readonly etag: string; readonly body: ReadableStream<Uint8Array> }>;
}
