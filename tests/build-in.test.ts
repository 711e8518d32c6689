import { execFile } from "node:child_process";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { newFolder } from "./new-folder.test-support.ts";

const SCRIPT = new URL("../scripts/build-in.mjs", import.meta.url).href;

// `pack-server.mjs FOLDER` in a new checkout builds first: a relative FOLDER is one of the working directory.
test("a build reads the settings of its folder and keeps the working directory", async () => {
  const dir = await newFolder();
  const folder = join(dir, "built");
  await mkdir(join(folder, "src"), { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  const config = `export default {
    entry: ["src/one.js"], outDir: "out",
    esbuildOptions: (options) => void (options.absWorkingDir = process.cwd()),
  };`;
  await writeFile(join(folder, "tsup.config.mjs"), config);
  await writeFile(join(folder, "src", "one.js"), "export const one = 1;");
  const program = `import { buildIn } from "${SCRIPT}"; await buildIn("built"); console.log(process.cwd());`;
  const args = ["--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: dir });
  expect(stdout.trim()).toBe(dir);
  expect(await readdir(join(folder, "out"))).toContain("one.cjs");
});
