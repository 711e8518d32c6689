import { toBase64 } from "../../runtime/base64.ts";
import { toPointer } from "../../domain/errors/pointer.ts";
import type { LibraryRecord } from "../../ports/library-store.ts";
import type { Repositories } from "../../ports/store.ts";
import { requirePart } from "../../ports/store-parts.ts";
import { validateBody } from "../../domain/validation/validate-body.ts";
import { toTimestamp } from "../../domain/wire.ts";
import { bytesOf, fileOf } from "../../domain/library/file-bytes.ts";
import type { LibraryFile } from "../../domain/library/library-file.ts";
import type { CollectionKind, Draft } from "../collection/collection-kind.ts";
import { draftOfFolder, skillContent } from "./skill-draft.ts";
import { checkedSkill } from "./checked-skill.ts";
import type { SkillFolder } from "./skill-folder.ts";
import { SkillInputSchema, type Skill, type SkillInput } from "../../domain/library/skill.ts";

/** A file of a skill in the format of `bulk`, below a folder with the skill's name, which `SKILL.md` may lack. A file with NUL is written as base64. */
function toInputFile(skill: string, name: string, bytes: Uint8Array, executable: boolean): LibraryFile {
  const path = `${skill}/${name}`;
  return bytes.includes(0)
    ? { path, ...(executable && { executable }), content_base64: toBase64(bytes) }
    : fileOf(path, bytes, executable);
}

/** The draft of an input. Throws `invalid_request` with all problems. */
async function draftOfInput({ files }: SkillInput): Promise<Draft> {
  const given = files.map((file) => ({
    path: file.path,
    executable: file.executable ?? false,
    bytes: bytesOf(file),
  }));
  const folder = await checkedSkill(given, (path) => {
    const index = files.findIndex((file) => file.path === path);
    return toPointer(index < 0 ? ["files"] : ["files", index]);
  });
  return draftOfFolder(folder);
}

function toItem(record: LibraryRecord): Skill {
  const { files, warnings = [], ...properties } = skillContent(record);
  return {
    id: record.id,
    name: record.name,
    ...properties,
    allowed_tools: [...properties.allowed_tools],
    files: files.map(({ path, size, executable }) => ({ path, size, ...(executable && { executable }) })),
    warnings: [...warnings],
    version: record.version,
    created_at: toTimestamp(record.created_at),
    updated_at: toTimestamp(record.updated_at),
  };
}

/** The input that corresponds to a checked folder. */
export function toInput({ properties, files }: SkillFolder): SkillInput {
  return {
    files: files.map(({ path, bytes, executable }) => toInputFile(properties.name, path, bytes, executable)),
  };
}

async function toExport(record: LibraryRecord, repositories: Repositories): Promise<SkillInput | null> {
  const files: LibraryFile[] = [];
  for (const { path, hash, executable = false } of skillContent(record).files) {
    const bytes = await requirePart(repositories, "blobs").get(record.tenant, hash);
    if (bytes === null) return null;
    files.push(toInputFile(record.name, path, bytes, executable));
  }
  return { files };
}

/** Skills: their name is that in the front matter of their `SKILL.md` or of their folder, and their files are blobs. */
export const skillKind: CollectionKind<Skill, SkillInput> = {
  kind: "skill",
  prefix: "skl",
  namePointer: "#/files",
  batch: 6,
  ownsBlobs: true,
  parse: (value) => validateBody(SkillInputSchema, value),
  draft: draftOfInput,
  toItem,
  toExport,
  users: (repositories, { tenant, name }, limit) =>
    requirePart(repositories, "library").usersOfSkill(tenant, name, limit),
};
