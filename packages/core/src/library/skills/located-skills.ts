import { baseName, parentPath } from "../../domain/files/path.ts";
import type { FolderFile } from "./skill-folder.ts";
import { SKILL_FILE } from "../../domain/library/skill.ts";

/** A folder with a `SKILL.md`, and the files below it. */
export interface LocatedSkill {
  /** Its path; empty for files at the root. */
  readonly folder: string;
  /** By their paths in it. */
  readonly files: readonly FolderFile[];
}

interface LocatedSkills {
  /** Sorted by folder. A skill inside the folder of another skill belongs to that one. */
  readonly skills: readonly LocatedSkill[];
  /** The paths of the files outside of all skills. */
  readonly beside: readonly string[];
}

/** Files that macOS adds to archives. */
function isJunk({ path }: FolderFile): boolean {
  const name = baseName(path);
  return path.startsWith("__MACOSX/") || name === ".DS_Store" || name.startsWith("._");
}

export const withoutJunk = (files: readonly FolderFile[]) => files.filter((file) => !isJunk(file));

/** The folder of the skill that a file belongs to, or null. */
function folderOf(path: string, folders: ReadonlySet<string>): string | null {
  let found: string | null = folders.has("") ? "" : null;
  for (let folder = parentPath(path); folder !== "" && found !== ""; folder = parentPath(folder)) {
    if (folders.has(folder)) found = folder;
  }
  return found;
}

/** Finds skills in folders at any depth, such as categories or the root folder of a repository's archive. */
export function locateSkills(files: readonly FolderFile[]): LocatedSkills {
  const folders = new Set(
    files.filter(({ path }) => baseName(path) === SKILL_FILE).map(({ path }) => parentPath(path)),
  );
  const found = new Map<string, FolderFile[]>();
  const beside: string[] = [];
  for (const file of files) {
    const folder = folderOf(file.path, folders);
    if (folder === null) {
      beside.push(file.path);
      continue;
    }
    const inside = folder === "" ? file.path : file.path.slice(folder.length + 1);
    const known = found.get(folder) ?? [];
    known.push({ ...file, path: inside });
    found.set(folder, known);
  }
  const skills = [...found].map(([folder, inside]) => ({ folder, files: inside }));
  return { skills: skills.sort((a, b) => (a.folder < b.folder ? -1 : 1)), beside: beside.sort() };
}
