import { bytesSource, collectBody } from "@workspace-agent/archives";
import { readArchive } from "../../archives/read-archive.ts";
import { toPointer } from "../../domain/errors/pointer.ts";
import { DomainError } from "../../domain/errors/domain-error.ts";
import { baseName, isInside } from "../../domain/files/path.ts";
import { nextTask } from "../../runtime/next-task.ts";
import { checkedFolder, checkedSkill } from "./checked-skill.ts";
import { locateSkills, withoutJunk } from "./located-skills.ts";
import { noted } from "./skill-fault.ts";
import type { FolderFile, SkillFolder } from "./skill-folder.ts";
import { MAX_SKILL_BYTES, MAX_SKILL_FILES, SKILL_FILE } from "../../domain/library/skill.ts";

/** Compressed size, of one skill or of many. */
const MAX_PACKAGE_BYTES = 67_108_864;
/** Uncompressed size of many skills: all are in memory at the same time. */
const MAX_BULK_BYTES = 134_217_728;
const MAX_BULK_ENTRIES = 20_000;

interface Unpacked {
  readonly files: readonly FolderFile[];
  /** The paths of symbolic links. Skills cannot contain them. */
  readonly links: readonly string[];
}

async function readFiles(
  source: ReadableStream<Uint8Array>,
  limits: { readonly maxBytes: number; readonly maxEntries: number },
): Promise<Unpacked> {
  const packed = await collectBody(source, (size) => {
    if (size > MAX_PACKAGE_BYTES)
      throw new DomainError("payload_too_large", `A package may have at most ${MAX_PACKAGE_BYTES} bytes.`);
  });
  const archive = await readArchive(bytesSource(packed), { ...limits, allowsAllLinks: true });
  const files = new Map<string, FolderFile>();
  const links: string[] = [];
  for await (const entry of archive.entries()) {
    if (entry.type === "symlink") links.push(entry.path);
    if (entry.type !== "file") continue;
    const { path, executable, sameAs } = entry;
    const same = sameAs === undefined ? undefined : files.get(sameAs)?.bytes;
    files.set(path, { path, executable, bytes: same ?? (await collectBody(entry.body(), () => undefined)) });
  }
  return { files: withoutJunk([...files.values()]), links };
}

const pointerOf = (path: string | null) => toPointer(path === null ? [] : path.split("/"));

function withLinks(folder: SkillFolder, links: readonly string[]): SkillFolder {
  if (links.length === 0) return folder;
  return { ...folder, notes: [...folder.notes, `left out, as symbolic links: ${noted(links)}`] };
}

/**
 * The skill of a package: the only folder with a `SKILL.md`, or the whole archive if that is at its root. Throws
 * `invalid_request` with all problems, each with the path of a file as its `pointer`, and the errors of `readArchive`.
 */
export async function readSkillPackage(source: ReadableStream<Uint8Array>): Promise<SkillFolder> {
  const limits = { maxBytes: MAX_SKILL_BYTES, maxEntries: 2 * MAX_SKILL_FILES };
  const { files, links } = await readFiles(source, limits);
  return withLinks(await checkedSkill(files, pointerOf), links);
}

/** A folder with a `SKILL.md`: the skill, or the reason why it is invalid. */
type PackedSkill =
  { readonly ok: true; readonly folder: SkillFolder } | { readonly ok: false; readonly detail: string };

interface PackedSkills {
  /** Ordered by folder. */
  readonly skills: readonly PackedSkill[];
  /** The parts of the archive that were left out, and why. */
  readonly notes: readonly string[];
}

/** Picks one skill of each name, preferably from a folder of that name, and notes the others: loading an archive twice must change nothing. */
function oneOfEachName(skills: readonly (PackedSkill & { readonly at: string })[]): readonly PackedSkill[] {
  const sound = skills.filter((skill) => skill.ok);
  const byName = Map.groupBy(sound, ({ folder }) => folder.properties.name);
  return skills.flatMap((skill): readonly PackedSkill[] => {
    if (!skill.ok) return [skill];
    const { name } = skill.folder.properties;
    const all = (byName.get(name) ?? []).map(({ at }) => at);
    const chosen = all.find((at) => baseName(at) === name) ?? all[0];
    if (skill.at !== chosen) return [];
    const others = all.filter((at) => at !== chosen);
    if (others.length === 0) return [skill];
    const note = `left out, as other skills of this name: ${noted(others)}`;
    return [{ ok: true, folder: { ...skill.folder, notes: [...skill.folder.notes, note] } }];
  });
}

/** The skills of an archive, in folders at any depth. Throws the errors of `readArchive`, and `invalid_request` if there is no skill. */
export async function readSkillPackages(source: ReadableStream<Uint8Array>): Promise<PackedSkills> {
  const { files, links } = await readFiles(source, {
    maxBytes: MAX_BULK_BYTES,
    maxEntries: MAX_BULK_ENTRIES,
  });
  const inFolders = files.filter(({ path }) => path !== SKILL_FILE);
  const located = locateSkills(inFolders);
  // A `SKILL.md` at the root is the skill only if there are no folders with skills.
  const { skills, beside } = located.skills.length === 0 ? locateSkills(files) : located;
  if (skills.length === 0) throw new DomainError("invalid_request", "The archive holds no SKILL.md.");
  const checked: (PackedSkill & { readonly at: string })[] = [];
  for (const skill of skills) {
    const at = skill.folder;
    const inside = links.filter((link) => isInside(link, at));
    try {
      checked.push({ ok: true, at, folder: withLinks(await checkedFolder(skill, pointerOf), inside) });
    } catch (error) {
      if (!DomainError.isInstance(error)) throw error;
      checked.push({ ok: false, at, detail: `${JSON.stringify(at)}: ${error.detail}` });
    }
    await nextTask();
  }
  const left = [
    ...beside,
    ...(files.length > inFolders.length && skills === located.skills ? [SKILL_FILE] : []),
  ];
  const notes = left.length === 0 ? [] : [`Left out, beside the folders of skills: ${noted(left)}.`];
  return { skills: oneOfEachName(checked), notes };
}
