import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/** The files that git knows in the working directory, without those that are deleted and not committed yet. */
export function trackedFiles() {
  const listed = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0");
  return listed.filter((path) => path !== "" && existsSync(path));
}
