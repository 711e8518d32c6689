import { execFile } from "node:child_process";
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { newFolder } from "./new-folder.test-support.ts";

const ROOT = join(import.meta.dirname, "..");

const CONFIG = `const { NO_DTS, ONLY_DTS } = process.env;
export default {
  entry: ["src/index.ts"], format: "esm", clean: ONLY_DTS === undefined,
  dts: NO_DTS === undefined && { only: ONLY_DTS !== undefined, compilerOptions: { ignoreDeprecations: "6.0" } },
  esbuildOptions: (options) => void (options.absWorkingDir = process.cwd()),
};`;

/** A repository with the scripts of this one and two packages: one that is published, and the server, which always is there. */
async function repository() {
  const dir = await newFolder();
  await cp(join(ROOT, "scripts"), join(dir, "scripts"), { recursive: true });
  await symlink(join(ROOT, "node_modules"), join(dir, "node_modules"));
  await mkdir(join(dir, "examples"));
  const exports = { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } };
  for (const [name, manifest] of Object.entries({ one: { exports }, server: { private: true } })) {
    const folder = join(dir, "packages", name);
    await mkdir(join(folder, "src"), { recursive: true });
    await writeFile(join(folder, "package.json"), JSON.stringify({ name, type: "module", ...manifest }));
    await writeFile(join(folder, "tsup.config.ts"), CONFIG);
    await writeFile(join(folder, "src", "index.ts"), "export const first = 1;\n");
  }
  const built = (file: string) => readFile(join(dir, "packages", "one", "dist", file), "utf8");
  const run = (script: string) =>
    promisify(execFile)(process.execPath, [join(dir, "scripts", script)], { cwd: dir });
  return { source: join(dir, "packages", "one", "src", "index.ts"), built, run };
}

test("declarations of sources that have changed are those of their build", async () => {
  const { source, built, run } = await repository();
  await run("build-changed.mjs");
  await writeFile(source, "export const second = 2;\n");
  await run("build-declarations.mjs");
  await run("build-changed.mjs");
  expect(await built("index.d.ts")).toContain("second");
  expect(await built("index.js")).toContain("second");
});
