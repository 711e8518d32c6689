import { readFrontMatter } from "@workspace-agent/archives/front-matter";
import { DomainError } from "../../domain/errors/domain-error.ts";
import { checkVolumePath, parentPath } from "../../domain/files/path.ts";
import { utf8Text } from "../../runtime/utf8.ts";
import { shown, type SkillFault } from "./skill-fault.ts";
import { readProperties, type Complaints, type SkillProperties } from "./skill-properties.ts";
import { MAX_SKILL_BYTES, MAX_SKILL_FILES, SKILL_FILE } from "../../domain/library/skill.ts";

const MAX_SKILL_FILE_BYTES = 1_048_576;
/** Far below the limit of a path, so that the path of a folder can be added. */
const MAX_PATH_LENGTH = 1_024;
const MAX_DEPTH = 32;

/** A file of a skill's folder, by its path in it. */
export interface FolderFile {
  readonly path: string;
  readonly executable: boolean;
  readonly bytes: Uint8Array;
}

export interface SkillFolder {
  readonly properties: SkillProperties;
  /** Sorted by path. */
  readonly files: readonly FolderFile[];
  /** Problems that do not reject the skill. The same files give the same warnings. */
  readonly warnings: readonly string[];
  /** Problems of the folder or archive that contained the skill. */
  readonly notes: readonly string[];
}

type CheckedFolder =
  | { readonly ok: true; readonly folder: SkillFolder }
  | { readonly ok: false; readonly faults: readonly SkillFault[] };

const byPath = (a: FolderFile, b: FolderFile) => (a.path < b.path ? -1 : 1);

function pathFault(path: string): string | null {
  if (path === "" || path.endsWith("/")) return "names no file";
  if (path.length > MAX_PATH_LENGTH) return `is longer than ${MAX_PATH_LENGTH} characters`;
  if (path.split("/").length > MAX_DEPTH) return `is more than ${MAX_DEPTH} names deep`;
  try {
    checkVolumePath(path);
    return null;
  } catch (error) {
    if (DomainError.isInstance(error)) return `cannot be: ${error.detail}`;
    throw error;
  }
}

/** A key that is equal for names that differ only in case or Unicode normalisation. */
const alike = (path: string) => path.normalize("NFC").toLowerCase();

function checkPaths(files: readonly FolderFile[], complain: (path: string, detail: string) => void): void {
  const seen = new Map<string, string>();
  const folders = new Map<string, string>();
  for (const { path } of files) {
    const wrong = pathFault(path);
    if (wrong !== null) {
      complain(path, `the path ${shown(path)} ${wrong}`);
      continue;
    }
    const twin = seen.get(alike(path));
    if (twin === path) complain(path, `the file ${shown(path)} is there twice`);
    else if (twin !== undefined)
      complain(path, `the names ${shown(twin)} and ${shown(path)} are the same on some systems`);
    seen.set(alike(path), path);
    for (let folder = parentPath(path); folder !== ""; folder = parentPath(folder)) {
      const other = folders.get(alike(folder)) ?? folder;
      if (other !== folder)
        complain(path, `the folders ${shown(other)} and ${shown(folder)} are the same on some systems`);
      folders.set(alike(folder), other);
    }
  }
  for (const { path } of files) {
    if (folders.has(alike(path))) complain(path, `${shown(path)} is a file and a folder at once`);
  }
}

function readSkillFile(
  files: readonly FolderFile[],
  folderName: string | null,
  complain: (path: string | null, detail: string) => void,
  told: Pick<Complaints, "warn" | "note">,
): SkillProperties | null {
  const say = (detail: string) => complain(SKILL_FILE, `${SKILL_FILE}: ${detail}`);
  const file = files.find(({ path }) => path === SKILL_FILE);
  if (file === undefined) {
    const other = files.find(({ path }) => path.toLowerCase() === SKILL_FILE.toLowerCase());
    complain(
      null,
      `there is no ${SKILL_FILE}${other === undefined ? "" : ` (${other.path} is another name)`}`,
    );
    return null;
  }
  if (file.bytes.length > MAX_SKILL_FILE_BYTES) {
    say(`the file is larger than ${MAX_SKILL_FILE_BYTES} bytes`);
    return null;
  }
  const text = utf8Text(file.bytes);
  if (text === null || text.includes("\0")) {
    say(text === null ? "the file is not UTF-8" : "the file holds NUL");
    return null;
  }
  const read = readFrontMatter(text);
  if (!read.ok) {
    say(read.fault);
    return null;
  }
  for (const warning of read.warnings) told.warn(warning);
  return readProperties(read.fields, folderName, { refuse: say, ...told });
}

/**
 * Checks the files of a skill's folder; its name is null if it has none. As the format's guide for clients recommends, a skill is
 * rejected only if it is unsafe or has no description. All other problems are warnings.
 */
export function checkFolder(files: readonly FolderFile[], folderName: string | null): CheckedFolder {
  const faults: SkillFault[] = [];
  const complain = (path: string | null, detail: string) => void faults.push({ path, detail });
  if (files.length > MAX_SKILL_FILES) complain(null, `there are more than ${MAX_SKILL_FILES} files`);
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  if (bytes > MAX_SKILL_BYTES) complain(null, `the files have more than ${MAX_SKILL_BYTES} bytes together`);
  checkPaths(files, complain);
  const [warnings, notes]: [string[], string[]] = [[], []];
  const properties = readSkillFile(files, folderName, complain, {
    warn: (detail) => void warnings.push(detail),
    note: (detail) => void notes.push(detail),
  });
  if (properties === null || faults.length > 0) return { ok: false, faults };
  return { ok: true, folder: { properties, files: [...files].sort(byPath), warnings, notes } };
}

/** The instructions of a `SKILL.md`: the text after its front matter. */
export function bodyOf(markdown: string): string {
  const read = readFrontMatter(markdown);
  return read.ok ? read.body.trim() : markdown;
}
