// Packages of the npm registry, whose archives are compared with a hash before anything of them is used.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

function run(command, args) {
  const { status, stderr, error } = spawnSync(command, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${error ?? stderr}`);
}

/**
 * Fetches `name@version` by npm, with its settings, and unpacks it below `folder`. Returns the package's folder. No script of it runs.
 * Throws where it cannot be fetched, and where its archive has another hash than `integrity` (`sha512-…`): then nothing of it is kept.
 */
export function fetchChecked(spec, integrity, folder) {
  mkdirSync(folder, { recursive: true });
  const work = mkdtempSync(join(folder, "fetch-"));
  try {
    run("npm", ["pack", "--silent", "--pack-destination", work, spec]);
    const archive = join(work, readdirSync(work)[0] ?? "");
    const found = `sha512-${createHash("sha512").update(readFileSync(archive)).digest("base64")}`;
    if (found !== integrity) {
      throw new Error(
        `${spec} is not what was checked: its archive has the hash\n${found}, not\n${integrity}`,
      );
    }
    run("tar", ["-xzf", archive, "-C", work]);
    const kept = join(folder, spec.replace(/^@/, "").replaceAll(/[/@]/g, "-"));
    try {
      renameSync(join(work, "package"), kept);
    } catch (error) {
      // Another start was first, whose archive was checked too. It may be in use by now.
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    }
    return kept;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
