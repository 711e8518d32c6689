import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./toolchain.mjs";

/** The folders of the published packages. */
export function publishedFolders() {
  return readdirSync(join(ROOT, "packages"))
    .map((name) => join(ROOT, "packages", name))
    .filter((folder) => existsSync(join(folder, "package.json")))
    .filter((folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).private !== true);
}
