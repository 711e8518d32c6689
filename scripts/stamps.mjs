// Tells whether files have changed since a step was last run, by their paths, sizes and times.
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

/** A stamp of files and folders; tests do not count. `extra` is part of it. */
export function stampOf(paths, extra = "") {
  const hash = createHash("sha256").update(extra);
  for (const path of paths) {
    for (const [file, { mtimeMs, size }] of filesUnder(path)) {
      if (!file.endsWith(".test.ts")) hash.update(`${relative(ROOT, file)} ${mtimeMs} ${size}\n`);
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

/** The folders of the packages and examples that are built, with what their builds read. */
export function buildTargets() {
  return ["packages", "examples"].flatMap((group) =>
    readdirSync(join(ROOT, group))
      .map((name) => join(ROOT, group, name))
      .filter((folder) => existsSync(join(folder, "tsup.config.ts")))
      .map((folder) => ({
        folder,
        file: join(ROOT, ".cache", "build", relative(ROOT, folder)),
        stamp: stampOf([
          join(ROOT, "tsup.base.ts"),
          join(ROOT, "tsconfig.base.json"),
          join(folder, "tsup.config.ts"),
          join(folder, "tsconfig.json"),
          join(folder, "package.json"),
          join(folder, "src"),
        ]),
      })),
  );
}

/** Whether a target's output was made from its sources as they are, and is still what was made. */
export function isBuilt(target) {
  return isStamped(target.file, builtStamp(target));
}

export function markBuilt(target) {
  writeStamp(target.file, builtStamp(target));
}

function builtStamp({ folder, stamp }) {
  return `${stamp} ${stampOf([join(folder, "dist")])}`;
}
