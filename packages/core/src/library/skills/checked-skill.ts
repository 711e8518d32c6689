import { baseName } from "../../domain/files/path.ts";
import { locateSkills, withoutJunk, type LocatedSkill } from "./located-skills.ts";
import { noted, skillError, type SkillFault } from "./skill-fault.ts";
import type { FolderFile, SkillFolder } from "./skill-folder.ts";
import { SKILL_FILE } from "../../domain/library/skill.ts";

type PointerOf = (path: string | null) => string;

/** Checks the folder of one skill. Throws `invalid_request` with all problems. */
export async function checkedFolder(
  { folder, files }: LocatedSkill,
  pointerOf: PointerOf,
): Promise<SkillFolder> {
  // Loaded on demand: the YAML parser is large.
  const { checkFolder } = await import("./skill-folder.ts");
  const checked = checkFolder(files, folder === "" ? null : baseName(folder));
  if (checked.ok) return checked.folder;
  throw skillError(checked.faults, (path) =>
    pointerOf(path === null || folder === "" ? path : `${folder}/${path}`),
  );
}

/**
 * The only skill of some files, with `SKILL.md` at their root or in one folder. Files outside of that folder are
 * left out, with a note.
 */
export async function checkedSkill(given: readonly FolderFile[], pointerOf: PointerOf): Promise<SkillFolder> {
  const files = withoutJunk(given);
  const isRoot = files.some(({ path }) => path === SKILL_FILE);
  const { skills, beside } = locateSkills(files);
  const [only, ...others] = skills;
  if (isRoot || only === undefined) return checkedFolder({ folder: "", files }, pointerOf);
  if (others.length > 0) {
    const names = noted(skills.map(({ folder }) => folder));
    const fault: SkillFault = {
      path: null,
      detail: `there are ${skills.length} skills, which \`bulk\` takes: ${names}`,
    };
    throw skillError([fault], pointerOf);
  }
  const folder = await checkedFolder(only, pointerOf);
  if (beside.length === 0) return folder;
  return { ...folder, notes: [...folder.notes, `left out, beside the folder: ${noted(beside)}`] };
}
