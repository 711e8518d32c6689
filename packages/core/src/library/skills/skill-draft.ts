import { canonicalJson } from "../../canonical-json.ts";
import { sha256OfBytes } from "../../hash.ts";
import type { LibraryRecord } from "../../ports/library-store.ts";
import type { Draft } from "../shelf/shelf-kind.ts";
import type { SkillFolder } from "./skill-folder.ts";
import type { SkillContent } from "./skill.ts";

/** A draft has the name of its skill always. */
export type SkillDraft = Draft & { readonly name: string };

/** The content of a skill's record. */
export function skillContent({ content }: Pick<LibraryRecord, "content">): SkillContent {
  return JSON.parse(content) as SkillContent;
}

function draftWith({ properties, files }: SkillFolder, hashes: readonly string[]): SkillDraft {
  const { name, ...rest } = properties;
  const blobs = new Map<string, Uint8Array>();
  const hashed = files.map(({ path, executable, bytes }, index) => {
    const hash = hashes[index] ?? sha256OfBytes(bytes);
    blobs.set(hash, bytes);
    return { path, size: bytes.length, hash, ...(executable && { executable }) };
  });
  const content: SkillContent = { ...rest, files: hashed };
  return {
    name,
    description: rest.description,
    content: canonicalJson(content),
    blobs: Array.from(blobs, ([hash, bytes]) => ({ hash, bytes })),
  };
}

/** What a checked folder comes to. */
export function draftOfFolder(folder: SkillFolder): SkillDraft {
  return draftWith(folder, []);
}

/** The same without holding everything else up while much is hashed. */
export async function draftOfLargeFolder(folder: SkillFolder): Promise<SkillDraft> {
  const hashes: string[] = [];
  for (const { bytes } of folder.files) {
    const digest = await crypto.subtle.digest("SHA-256", Uint8Array.from(bytes));
    hashes.push(Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join(""));
  }
  return draftWith(folder, hashes);
}
