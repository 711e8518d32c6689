import { bytesSource, readArchive } from "../../archives/index.ts";
import { toPointer } from "../../errors/pointer.ts";
import { DomainError } from "../../errors/domain-error.ts";
import { collectBody } from "../../files/body.ts";
import { baseName } from "../../files/path.ts";
import { skillError } from "./skill-fault.ts";
import type { FolderFile, SkillFolder } from "./skill-folder.ts";
import { MAX_SKILL_BYTES, MAX_SKILL_FILES, SKILL_FILE } from "./skill.ts";

/** Packed, of one skill or of many. */
const MAX_PACKAGE_BYTES = 67_108_864;
/** Unpacked, of many skills: they are in memory at once. */
const MAX_BULK_BYTES = 134_217_728;
const MAX_BULK_ENTRIES = 20_000;

/** The files of an archive by the first name of their paths; "" for those that have no folder. */
type TopFolders = ReadonlyMap<string, readonly FolderFile[]>;

/** What macOS puts beside the files. */
function isJunk(path: string): boolean {
  const name = baseName(path);
  return path.startsWith("__MACOSX/") || name === ".DS_Store" || name.startsWith("._");
}

async function readFiles(
  source: ReadableStream<Uint8Array>,
  limits: { readonly maxBytes: number; readonly maxEntries: number },
): Promise<FolderFile[]> {
  const packed = await collectBody(source, (size) => {
    if (size > MAX_PACKAGE_BYTES)
      throw new DomainError("payload_too_large", `A package may have at most ${MAX_PACKAGE_BYTES} bytes.`);
  });
  const archive = await readArchive(bytesSource(packed), limits);
  const files: FolderFile[] = [];
  for await (const entry of archive.entries()) {
    if (entry.type !== "file" || isJunk(entry.path)) continue;
    const { path, executable, sameAs } = entry;
    const same = sameAs === undefined ? undefined : files.find((file) => file.path === sameAs);
    files.push({
      path,
      executable,
      bytes: same?.bytes ?? (await collectBody(entry.body(), () => undefined)),
    });
  }
  return files;
}

function byTopFolder(files: readonly FolderFile[]): TopFolders {
  const folders = new Map<string, FolderFile[]>();
  for (const file of files) {
    const slash = file.path.indexOf("/");
    const name = slash < 0 ? "" : file.path.slice(0, slash);
    const inside = slash < 0 ? file : { ...file, path: file.path.slice(slash + 1) };
    const folder = folders.get(name) ?? [];
    folder.push(inside);
    folders.set(name, folder);
  }
  return folders;
}

async function checked(files: readonly FolderFile[], name: string | null): Promise<SkillFolder> {
  // Loaded when it is needed: the parser of YAML is large.
  const { checkFolder } = await import("./skill-folder.ts");
  const folder = checkFolder(files, name);
  if (folder.ok) return folder.folder;
  throw skillError(folder.faults, (path) => toPointer(path === null ? [] : path.split("/")));
}

/**
 * The skill of a package: of its one folder, or of the archive itself where `SKILL.md` is at its root. Throws `invalid_request` with
 * every breach of the format, each `pointer` the path of a file; and as `readArchive` does.
 */
export async function readSkillPackage(source: ReadableStream<Uint8Array>): Promise<SkillFolder> {
  const files = await readFiles(source, { maxBytes: MAX_SKILL_BYTES, maxEntries: 2 * MAX_SKILL_FILES });
  if (files.some(({ path }) => path === SKILL_FILE)) return checked(files, null);
  const [only, ...others] = byTopFolder(files);
  if (only !== undefined && others.length === 0 && only[0] !== "") return checked(only[1], only[0]);
  return checked(files, null);
}

/** One thing at the top of an archive: a folder that is a skill, or why it is none. */
export type PackedSkill =
  { readonly ok: true; readonly folder: SkillFolder } | { readonly ok: false; readonly detail: string };

async function packedSkill(name: string, files: readonly FolderFile[]): Promise<PackedSkill> {
  try {
    return { ok: true, folder: await checked(files, name) };
  } catch (error) {
    if (!DomainError.isInstance(error)) throw error;
    return { ok: false, detail: `${JSON.stringify(name)}: ${error.detail}` };
  }
}

/** The skills of an archive with a folder for each, by name; what else is at its top is named as no skill. Throws as `readArchive`. */
export async function readSkillPackages(source: ReadableStream<Uint8Array>): Promise<readonly PackedSkill[]> {
  const files = await readFiles(source, { maxBytes: MAX_BULK_BYTES, maxEntries: MAX_BULK_ENTRIES });
  const folders = byTopFolder(files);
  const found: [string, PackedSkill][] = [];
  for (const [name, inside] of folders) {
    if (name !== "") found.push([name, await packedSkill(name, inside)]);
    else
      for (const { path } of inside) {
        const detail = `${JSON.stringify(path)} is a file beside the folders of the skills.`;
        found.push([path, { ok: false, detail }]);
      }
  }
  return found.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, skill]) => skill);
}
