import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../../sandbox-process/src/testing/new-folder.ts";
import { FRAMEWORKS } from "./frameworks.ts";
import { projectFiles } from "./project-files.ts";
import { textsIn } from "./texts-in.test-support.ts";
import { versionOfPackage } from "./version.ts";

const MAIN = join(import.meta.dirname, "../dist/main.js");

/** Runs the program as it is built. */
function run(cwd: string, ...args: readonly string[]) {
  return new Promise<{ code: unknown; out: string; notes: string }>((resolve) => {
    execFile(process.execPath, [MAIN, ...args], { cwd }, (error, out, notes) =>
      resolve({ code: error === null ? 0 : error.code, out, notes }),
    );
  });
}

test.each(FRAMEWORKS)("the built program has the files of a project with %s", async (framework) => {
  const cwd = await newFolder();
  expect(await run(cwd, "mine", "--framework", framework)).toMatchObject({ code: 0, notes: "" });
  expect(await textsIn(join(cwd, "mine"))).toEqual(
    await projectFiles({ name: "mine", framework, version: versionOfPackage() }),
  );
});

test("an error is its exit code and its message", async () => {
  const cwd = await newFolder();
  await writeFile(join(cwd, "mine"), "");
  const { code, out, notes } = await run(cwd, "mine");
  expect([code, out]).toEqual([1, ""]);
  expect(notes).toMatch(/^create-workspace-agent: .*mine'\n$/);
});
