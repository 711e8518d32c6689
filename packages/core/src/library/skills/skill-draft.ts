import { canonicalJson } from "../../runtime/canonical-json.ts";
import { sha256OfBytes } from "../../runtime/hash.ts";
import type { LibraryRecord } from "../../ports/library-store.ts";
import type { Draft } from "../collection/collection-kind.ts";
import type { SkillFolder } from "./skill-folder.ts";
import type { SkillContent } from "../../domain/library/skill.ts";

/** The content of a skill's record. */
export function skillContent({ content }: Pick<LibraryRecord, "content">): SkillContent {
  return JSON.parse(content) as SkillContent;
}

/** The draft of a checked folder. Its notes are warnings that are not stored. */
export async function draftOfFolder({ properties, files, warnings, notes }: SkillFolder): Promise<Draft> {
  const { name, ...rest } = properties;
  const blobs = new Map<string, Uint8Array>();
  const hashed: SkillContent["files"][number][] = [];
  for (const { path, executable, bytes } of files) {
    const hash = await sha256OfBytes(bytes);
    blobs.set(hash, bytes);
    hashed.push({ path, size: bytes.length, hash, ...(executable && { executable }) });
  }
  const content: SkillContent = { ...rest, ...(warnings.length > 0 && { warnings }), files: hashed };
  return {
    name,
    description: rest.description,
    content: canonicalJson(content),
    warnings: [...warnings, ...notes],
    blobs: Array.from(blobs, ([hash, bytes]) => ({ hash, bytes })),
  };
}
