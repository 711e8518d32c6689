import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

const FOLDER = "/node_modules/";

/** The folder of the package of npm that a module belongs to; null for a module of our own. */
function packageOf(module: string): string | null {
  const from = module.lastIndexOf(FOLDER);
  if (from === -1) return null;
  const start = from + FOLDER.length;
  const [scope = "", name = ""] = module.slice(start).split("/");
  return module.slice(0, start) + (scope.startsWith("@") ? `${scope}/${name}` : scope);
}

async function noticeOf(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(
    await readFile(join(folder, "package.json"), "utf8"),
  ) as Manifest;
  const files = (await readdir(folder, { withFileTypes: true }))
    .filter(
      (entry) => entry.isFile() && /^(?:license|licence|copying|notice)(?!.*\.[cm]?[jt]s$)/i.test(entry.name),
    )
    .map(({ name: file }) => file)
    .toSorted();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  if (license === undefined && texts.length === 0) throw new Error(`${name} ${version} names no license.`);
  return [
    `${name} ${version}`,
    `License: ${license ?? "see below"}`,
    ...texts.map((text) => text.trim()),
  ].join("\n\n");
}

/** Writes the names, versions and licenses of the packages of npm that a bundle of these modules contains, each package once. */
export async function writeNotices(modules: Iterable<string>, file: string): Promise<void> {
  const folders = new Set<string>();
  for (const module of modules) {
    const folder = packageOf(module.replaceAll("\\", "/"));
    if (folder !== null) folders.add(folder);
  }
  const notices = new Set(await Promise.all([...folders].map(noticeOf)));
  if (notices.size === 0) throw new Error(`No package is in the bundle of ${file}.`);
  const line = `\n\n${"-".repeat(80)}\n\n`;
  const head = "This program contains the packages below, under their own licenses.";
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${[head, ...[...notices].toSorted()].join(line)}\n`);
}
