// Checks each package as it would be published: packed, its contents, publint, and whether its types resolve.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { packPackage } from "./pack-package.mjs";
import { publishedFolders } from "./published-packages.mjs";
import { fail, ROOT } from "./toolchain.mjs";

const run = promisify(execFile);
const BIN = join(ROOT, "node_modules", ".bin");
const scratch = mkdtempSync(join(tmpdir(), "packages-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));

/** The faults in the contents of a packed package. */
async function contentFaults(tarball, files) {
  const { stdout } = await run("tar", ["-xzOf", tarball, "package/package.json"]);
  const manifest = JSON.parse(stdout);
  const faults = files
    .filter((file) => /(^|\/)src\/|\.test\.|\.tsx?$/.test(file) && !file.endsWith(".d.ts"))
    .map((file) => `${file} is packed`);
  if (stdout.includes("workspace-agent-source"))
    faults.push("the workspace-agent-source condition is packed");
  if (stdout.includes("workspace:")) faults.push("a workspace: dependency is packed");
  if (!files.some((file) => /^LICENSE/i.test(file))) faults.push("no LICENSE is packed");
  for (const program of Object.values(manifest.bin ?? {})) {
    if (!files.includes(program)) faults.push(`the program ${program} is not packed`);
  }
  for (const entry of Object.values(manifest.exports)) {
    for (const file of Object.values(entry)) {
      if (!files.includes(file.replace("./", ""))) faults.push(`${file} is exported and not packed`);
    }
  }
  return faults;
}

async function check(folder) {
  const { name, filename, files } = await packPackage(folder, scratch);
  const faults = await contentFaults(filename, files);
  const tools = [
    ["publint", ["run", filename, "--strict"]],
    ["attw", [filename, "--profile", "esm-only", "--format", "ascii", "--no-color", "--no-emoji"]],
  ];
  for (const [tool, args] of tools) {
    await run(join(BIN, tool), args).catch(({ stdout, stderr }) =>
      faults.push(`${tool}:\n${stdout}${stderr}`),
    );
  }
  console.log(`${faults.length === 0 ? "ok" : "FAULTY"}: ${name} (${files.length} files)`);
  return faults.map((fault) => `${name}: ${fault}`);
}

const faults = [];
for (const folder of publishedFolders()) faults.push(...(await check(folder)));
if (faults.length > 0) fail(faults.join("\n\n"));
