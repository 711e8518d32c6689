// `pnpm release`, run by the publishing workflow: names the repository in each manifest, builds, and publishes the packages
// whose version is new. npm accepts a provenance statement only for the repository that the manifest names.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { publishedFolders } from "./published-packages.mjs";
import { fail, ROOT } from "./toolchain.mjs";

const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
if (repository === undefined) fail("Only the workflow .github/workflows/release.yml publishes packages.");

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
