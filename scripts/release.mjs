// `pnpm release`, run by the publishing workflow: builds the packages, says in each where its sources are, and publishes
// those whose version the registry has not. npm takes a statement of provenance only for the repository that the manifest names.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { publishedFolders } from "./published-packages.mjs";
import { fail, ROOT } from "./toolchain.mjs";

const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
if (repository === undefined)
  fail("Packages are published by the workflow .github/workflows/release.yml alone.");

for (const folder of publishedFolders()) {
  const file = join(folder, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  const directory = relative(ROOT, folder);
  const named = {
    ...manifest,
    repository: { type: "git", url: `git+${server}/${repository}.git`, directory },
  };
  writeFileSync(file, `${JSON.stringify(named, null, 2)}\n`);
}
for (const args of [
  ["run", "build"],
  ["exec", "changeset", "publish"],
])
  execFileSync("pnpm", args, { cwd: ROOT, stdio: "inherit" });
