// Detects whether files have changed since a step ran, by their paths, sizes and times.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { ROOT } from "./toolchain.mjs";

function* filesUnder(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isDirectory()) yield [path, stat];
  else for (const name of readdirSync(path).sort()) yield* filesUnder(join(path, name));
}

/** A stamp of files and folders without tests. `extra` is part of it. */
export function stampOf(paths, extra = "") {
  const hash = createHash("sha256").update(extra);
  for (const path of paths) {
    for (const [file, { mtimeMs, size }] of filesUnder(path)) {
      if (!/\.test(-support)?\.ts$/.test(file)) hash.update(`${relative(ROOT, file)} ${mtimeMs} ${size}\n`);
    }
  }
  return hash.digest("hex");
}

export function isStamped(file, stamp) {
  return existsSync(file) && readFileSync(file, "utf8") === stamp;
}

export function writeStamp(file, stamp) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, stamp);
}

/** What a package's build reads of its folder: settings and sources. */
function ownFiles(folder) {
  const settings = readdirSync(folder).filter((name) => /\.(ts|json)$/.test(name));
  return [...settings, "src"].map((name) => join(folder, name));
}

/** The sources of the workspace packages that a build bundles: its development dependencies. */
function bundled(folder) {
  const { devDependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return Object.keys(devDependencies)
    .filter((name) => name.startsWith("@workspace-agent/"))
    .map((name) => join(ROOT, "packages", name.slice(name.indexOf("/") + 1), "src"));
}

const foldersOf = (group) =>
  readdirSync(join(ROOT, group))
    .map((name) => join(ROOT, group, name))
    .filter((folder) => existsSync(join(folder, "tsup.config.ts")));

const targetOf = (folder, sources) => ({
  folder,
  file: join(ROOT, ".cache", "build", relative(ROOT, folder)),
  stamp: stampOf([
    join(ROOT, "tsup.base.ts"),
    join(ROOT, "third-party-notices.ts"),
    join(ROOT, "tsconfig.base.json"),
    ...sources,
  ]),
});

/** The package of the server, which bundles most of the others. */
const SERVER = join(ROOT, "packages", "server");

/** The packages and examples that are built, with what their builds read: a program bundles the packages that it uses. */
export function buildTargets() {
  const packages = foldersOf("packages").filter((folder) => folder !== SERVER);
  const ofAll = [join(ROOT, "pnpm-lock.yaml"), ...packages.flatMap(ownFiles)];
  return [
    ...packages.map((folder) => targetOf(folder, [...ownFiles(folder), ...bundled(folder)])),
    ...[SERVER, ...foldersOf("examples")].map((folder) => targetOf(folder, [...ofAll, ...ownFiles(folder)])),
  ];
}

/** Whether a target's output is that of its current sources, and unchanged. */
export function isBuilt(target) {
  return isStamped(target.file, builtStamp(target));
}

export function markBuilt(target) {
  writeStamp(target.file, builtStamp(target));
}

function builtStamp({ folder, stamp }) {
  return `${stamp} ${stampOf([join(folder, "dist")])}`;
}
