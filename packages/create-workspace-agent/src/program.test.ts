import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../../sandbox-process/src/testing/new-folder.ts";
import { runProgram } from "./program.ts";
import { projectFiles } from "./project-files.ts";
import { textsIn } from "./texts-in.test-support.ts";
import { versionOfPackage } from "./version.ts";

async function run(cwd: string, ...args: readonly string[]) {
  let out = "";
  let notes = "";
  const code = await runProgram(args, cwd, {
    out: (text) => (out += text),
    note: (text) => (notes += text),
  });
  return { code, out, notes };
}

const version = versionOfPackage();

test("a project is written into the folder, and the next commands are printed", async () => {
  const cwd = await newFolder();
  const { code, out, notes } = await run(cwd, "mine", "--framework", "hono");
  expect([code, notes]).toEqual([0, ""]);
  expect(out).toContain(join(cwd, "mine"));
  expect(out).toMatch(/\n {2}cd mine\n {2}npm install\n {2}npm start\n$/);
  expect(await textsIn(join(cwd, "mine"))).toEqual(
    await projectFiles({ name: "mine", framework: "hono", version }),
  );
});

test("without options, the project is workspace-agent-app with node:http", async () => {
  const cwd = await newFolder();
  expect((await run(cwd)).code).toBe(0);
  const name = "workspace-agent-app";
  expect(await textsIn(join(cwd, name))).toEqual(await projectFiles({ name, framework: "node", version }));
});

test("the folder can be the current one, which needs no cd", async () => {
  const cwd = join(await newFolder(), "mine");
  await mkdir(cwd);
  expect((await run(cwd, ".")).out).toMatch(/\n\n {2}npm install\n {2}npm start\n$/);
  expect(await readdir(cwd)).toHaveLength(5);
});

test("the path of cd is quoted for a shell", async () => {
  const cwd = await newFolder();
  expect((await run(cwd, "Ada's work/mine")).out).toContain(String.raw`  cd 'Ada'\''s work/mine'`);
});

test("a folder that is not empty is refused by its path and unchanged", async () => {
  const cwd = await newFolder();
  await writeFile(join(cwd, "mine.txt"), "mine");
  await mkdir(join(cwd, "other"));
  await writeFile(join(cwd, "other/mine.txt"), "mine");
  const { code, out, notes } = await run(cwd, "other");
  expect([code, out]).toEqual([1, ""]);
  expect(notes).toBe(
    `create-workspace-agent: The folder ${join(cwd, "other")} is not empty. Choose a new or an empty one.\n`,
  );
  expect(await textsIn(cwd)).toEqual({ "mine.txt": "mine", "other/mine.txt": "mine" });
});

test.each([
  ["an unknown framework", ["a", "--framework", "koa"], 2, /'koa' is invalid.*node, express, fastify, hono/],
  ["an unknown option", ["a", "--yes"], 2, /unknown option '--yes'/],
  ["a second folder", ["a", "b"], 2, /too many arguments/],
  ["a name that no package can have", ["My App"], 1, /"My App" cannot be the name of a package/],
] as const)("%s is an error, and nothing is written", async (_, args, expected, message) => {
  const cwd = await newFolder();
  const { code, out, notes } = await run(cwd, ...args);
  expect([code, out]).toEqual([expected, ""]);
  expect(notes).toMatch(message);
  expect(await readdir(cwd)).toEqual([]);
});

test("--help has examples, and --version prints the version of the package", async () => {
  const cwd = await newFolder();
  const help = await run(cwd, "--help");
  expect(help).toMatchObject({ code: 0, notes: "" });
  expect(help.out).toMatch(/npm create workspace-agent my-server -- --framework express/);
  expect(await run(cwd, "--version")).toEqual({ code: 0, out: `${version}\n`, notes: "" });
  expect(await readdir(cwd)).toEqual([]);
});
