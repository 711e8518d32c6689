import { streamBytes, tarGzStream, type ArchiveInput } from "@workspace-agent/archives";
import { inject, service } from "../../di.ts";
import { DomainError } from "../../domain/errors/domain-error.ts";
import { invalidField } from "../../domain/errors/invalid-field.ts";
import { checkVolumePath } from "../../domain/files/path.ts";
import type { CreateOptions } from "../../idempotency/idempotency.ts";
import type { LibraryRecord } from "../../ports/library-store.ts";
import { requirePart } from "../../ports/store-parts.ts";
import type { Principal } from "../../domain/principals/principal.ts";
import type { BulkOptions, BulkReport } from "../../domain/library/bulk.ts";
import type { LoadLine } from "../bulk/bulk-step.ts";
import type { LibraryCondition, Versioned } from "../library-api.ts";
import { assertSeesLibrary, VersionedCollection } from "../versioned-collection.ts";
import type { Draft } from "../collection/collection-kind.ts";
import { CollectionPorts } from "../collection/collection-ports.ts";
import { isIdRef } from "../collection/collection-ref.ts";
import { libraryEtag } from "../collection/collection-record.ts";
import { readSkillPackage, readSkillPackages } from "./read-package.ts";
import { SealedSkills } from "./sealed-skills.ts";
import { draftOfFolder, skillContent } from "./skill-draft.ts";
import { skillKind, toInput } from "./skill-kind.ts";
import type { Skill, SkillInput } from "../../domain/library/skill.ts";
import type { SkillFileContent, SkillPackage, SkillsApi } from "./skills-api.ts";

const noSuchFile = () => new DomainError("not_found", "The skill has no such file.");

/** Refuses what the principal may not do before the body is read. */
async function withSource<T>(principal: Principal, source: SkillPackage, work: () => Promise<T>): Promise<T> {
  try {
    assertSeesLibrary(principal);
    return await work();
  } catch (error) {
    if (!source.locked) await source.cancel(error).catch(() => {});
    throw error;
  }
}

/** Each skill of a package as a line. The format of `bulk` is created only on demand. */
async function* linesOf(
  source: SkillPackage,
  onNotes: (notes: readonly string[]) => void,
): AsyncGenerator<readonly LoadLine[], void> {
  const { skills, notes } = await readSkillPackages(source);
  onNotes(notes);
  for (const [index, skill] of skills.entries()) {
    if (skill.ok) {
      const { folder } = skill;
      yield [{ index, draft: await draftOfFolder(folder), toValue: () => toInput(folder) }];
    } else yield [{ index, fault: { code: "invalid_request", detail: skill.detail } }];
  }
}

/** With all warnings of the draft: those about the folder that contained the skill are not stored. */
function withWarnings<Answer extends Versioned<Skill>>(answer: Answer, { warnings = [] }: Draft): Answer {
  return { ...answer, item: { ...answer.item, warnings: [...warnings] } };
}

@service()
export class SkillsService extends VersionedCollection<Skill, SkillInput> implements SkillsApi {
  constructor(@inject(CollectionPorts) ports: CollectionPorts, @inject(SealedSkills) sealed: SealedSkills) {
    super(skillKind, ports, (records) => sealed.forget(records));
  }

  protected override async createDraft(
    principal: Principal,
    draft: Draft,
    options?: CreateOptions,
  ): Promise<Versioned<Skill>> {
    return withWarnings(await super.createDraft(principal, draft, options), draft);
  }

  protected override async putDraft(
    principal: Principal,
    ref: string,
    draft: Draft,
    condition?: LibraryCondition,
  ): Promise<Versioned<Skill> & { readonly created: boolean }> {
    await this.checkName(principal, ref, draft);
    return withWarnings(await super.putDraft(principal, ref, draft, condition), draft);
  }

  async createFromPackage(
    principal: Principal,
    source: SkillPackage,
    options?: CreateOptions,
  ): Promise<Versioned<Skill>> {
    return withSource(principal, source, async () =>
      this.createDraft(principal, await draftOfFolder(await readSkillPackage(source)), options),
    );
  }

  async putPackage(
    principal: Principal,
    ref: string,
    source: SkillPackage,
    condition?: LibraryCondition,
  ): Promise<Versioned<Skill> & { readonly created: boolean }> {
    return withSource(principal, source, async () =>
      this.putDraft(principal, ref, await draftOfFolder(await readSkillPackage(source)), condition),
    );
  }

  bulkPackage(principal: Principal, source: SkillPackage, options: BulkOptions): BulkReport {
    try {
      let notes: readonly string[] = [];
      const lines = linesOf(source, (told) => (notes = told));
      const report = this.bulk(principal, lines, options);
      const summary = () => ({ ...report.summary(), ...(notes.length > 0 && { notes: [...notes] }) });
      return { results: report.results, summary };
    } catch (error) {
      void source.cancel(error).catch(() => {});
      throw error;
    }
  }

  async file(principal: Principal, ref: string, path: string): Promise<SkillFileContent> {
    const { tenant, content } = await this.find(principal, ref);
    const checked = checkVolumePath(path);
    const found = skillContent({ content }).files.find((file) => file.path === checked);
    const bytes =
      found === undefined ? null : await requirePart(this.ports.store, "blobs").get(tenant, found.hash);
    if (found === undefined || bytes === null) throw noSuchFile();
    const { hash, ...file } = found;
    return { file, bytes, etag: hash };
  }

  async package(
    principal: Principal,
    ref: string,
  ): Promise<{ name: string; etag: string; body: ReadableStream<Uint8Array> }> {
    const record = await this.find(principal, ref);
    return { name: record.name, etag: libraryEtag(record), body: tarGzStream(this.packed(record)) };
  }

  private packed({ tenant, name, content }: LibraryRecord): ArchiveInput[] {
    return skillContent({ content }).files.map(({ path, size, executable = false, hash }) => ({
      path: `${name}/${path}`,
      type: "file",
      size,
      executable,
      body: async () => {
        const bytes = await requirePart(this.ports.store, "blobs").get(tenant, hash);
        if (bytes === null) throw noSuchFile();
        return streamBytes(bytes, 0, bytes.length);
      },
    }));
  }

  /** A skill cannot be renamed: workspaces refer to it by name, and its `SKILL.md` contains the name. */
  private async checkName(principal: Principal, ref: string, draft: Draft): Promise<void> {
    const name = isIdRef(skillKind, ref) ? (await this.find(principal, ref)).name : ref;
    if (draft.name !== name)
      throw invalidField(
        skillKind.namePointer,
        `must be those of the skill ${name}, and are those of ${draft.name ?? ""}`,
      );
  }
}
