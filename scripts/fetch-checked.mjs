// Fetches packages from the npm registry and compares their archives with a hash before use.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

function run(command, args) {
  const { status, stderr, error } = spawnSync(command, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${error ?? stderr}`);
}

/**
 * Fetches `name@version` with npm and its settings, and unpacks it below `folder`. Returns the package's folder. No script runs.
 * Throws if the fetch fails or the archive's hash differs from `integrity` (`sha512-…`), and leaves nothing behind.
 */
export function fetchChecked(spec, integrity, folder) {
  mkdirSync(folder, { recursive: true });
  const work = mkdtempSync(join(folder, "fetch-"));
  try {
    run("npm", ["pack", "--silent", "--pack-destination", work, spec]);
    const archive = join(work, readdirSync(work)[0] ?? "");
    const found = `sha512-${createHash("sha512").update(readFileSync(archive)).digest("base64")}`;
    if (found !== integrity) {
      throw new Error(`${spec} has an unexpected archive: its hash is\n${found}, not\n${integrity}`);
    }
    run("tar", ["-xzf", archive, "-C", work]);
    const kept = join(folder, spec.replace(/^@/, "").replaceAll(/[/@]/g, "-"));
    try {
      renameSync(join(work, "package"), kept);
    } catch (error) {
      // Another process was first, and checked its archive too. It may be in use by now.
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    }
    return kept;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
