import { DomainError } from "../domain/errors/domain-error.ts";
import { MAX_TEMPLATE_BYTES, MAX_TEMPLATE_FILES } from "../domain/library/template.ts";
import { unlessGone, type Volume, type VolumeEntry } from "../ports/volume.ts";
import type { TemplateFile } from "../ports/workspace-templates.ts";

/** Generated files, and files that may contain credentials. */
const LEFT_OUT: ReadonlySet<string> = new Set([".git", "node_modules"]);
const MAX_FOLDERS = 10_000;

const tooMuch = (bound: string) =>
  new DomainError(
    "payload_too_large",
    `A template holds at most ${bound}: leave out the files, or remove some.`,
  );
const tooManyFiles = () => tooMuch(`${MAX_TEMPLATE_FILES} files`);
const tooManyBytes = () => tooMuch(`${MAX_TEMPLATE_BYTES} bytes of files`);

/** The file entries of a volume, folder by folder. Throws `payload_too_large` as soon as there are too many. */
async function listFiles(volume: Volume): Promise<readonly VolumeEntry[]> {
  const files: VolumeEntry[] = [];
  const folders = [""];
  for (let folder = folders.pop(), seen = 1; folder !== undefined; folder = folders.pop(), seen++) {
    if (seen > MAX_FOLDERS) throw tooMuch(`${MAX_FOLDERS} folders`);
    const listed = await unlessGone(volume.list(folder, { limit: MAX_FOLDERS }));
    if (listed === null) continue;
    const { entries, truncated } = listed;
    const kept = entries.filter(({ name }) => !LEFT_OUT.has(name));
    files.push(...kept.filter(({ type }) => type === "file"));
    if (truncated || files.length > MAX_TEMPLATE_FILES) throw tooManyFiles();
    folders.push(...kept.filter(({ type }) => type === "dir").map(({ path }) => path));
  }
  return files;
}

/** A file, or null if it was deleted or replaced meanwhile. */
async function readFile(volume: Volume, path: string, most: number): Promise<TemplateFile | null> {
  const opened = await unlessGone(volume.read(path));
  if (opened === null) return null;
  if (opened.entry.size > most) {
    await opened.body.cancel();
    throw tooManyBytes();
  }
  const bytes = new Uint8Array(await new Response(opened.body).arrayBuffer());
  return { path, bytes, executable: opened.entry.executable };
}

/** The files of a workspace for a template, limited in number and size (`payload_too_large`), without links. */
export async function collectFiles(volume: Volume): Promise<readonly TemplateFile[]> {
  const entries = await listFiles(volume);
  if (entries.reduce((sum, { size }) => sum + size, 0) > MAX_TEMPLATE_BYTES) throw tooManyBytes();
  const files: TemplateFile[] = [];
  let left = MAX_TEMPLATE_BYTES;
  for (const { path } of entries.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const file = await readFile(volume, path, left);
    if (file === null) continue;
    left -= file.bytes.byteLength;
    files.push(file);
  }
  return files;
}

export async function writeFiles(volume: Volume, files: readonly TemplateFile[]): Promise<void> {
  for (const { path, bytes, executable } of files)
    await volume.write(path, bytes, { mode: executable ? 0o755 : 0o644 });
}
