import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startProgram } from "./started-program.ts";

const ROOT = join(import.meta.dirname, "../..");
const FRAMEWORKS = ["node", "express", "fastify", "hono"];
const run = promisify(execFile);

let folder: string;

/** The packages that a project declares, as links to those of the repository. */
async function link(project: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(project, "package.json"), "utf8")) as Readonly<
    Record<"dependencies" | "devDependencies", object>
  >;
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })) {
    const places = ["examples/quickstarts", "."].map((each) => join(ROOT, each, "node_modules", name));
    const place = places.find((each) => existsSync(each));
    if (place === undefined) throw new Error(`The repository does not have ${name}.`);
    const target = join(project, "node_modules", name);
    await mkdir(dirname(target), { recursive: true });
    await symlink(place, target);
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "created-"));
  const program = join(ROOT, "packages/create-workspace-agent/dist/main.js");
  for (const framework of FRAMEWORKS) {
    await run(process.execPath, [program, framework, "--framework", framework], { cwd: folder });
    await link(join(folder, framework));
  }
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** What `tsc` prints, whatever its exit code. */
function errorsOf(project: string): Promise<string> {
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  return new Promise((resolve) => {
    execFile(process.execPath, [tsc, "-p", project], (_error, stdout, stderr) => resolve(stdout + stderr));
  });
}

test("the projects compile under their own strict settings", async () => {
  // Builds for tests have no declarations: the compiler reads the sources of the packages, which need more than the servers.
  const compilerOptions = {
    ...{ customConditions: ["workspace-agent-source"], typeRoots: ["node/node_modules/@types"] },
    ...{ erasableSyntaxOnly: false, experimentalDecorators: true },
    lib: ["es2024", "esnext", "dom", "dom.iterable", "dom.asynciterable"],
  };
  const files = FRAMEWORKS.map((framework) => `${framework}/server.ts`);
  const config = { extends: "./node/tsconfig.json", files, compilerOptions };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  expect(await errorsOf(folder)).toBe("");
});

test.each(FRAMEWORKS)("the server of a project with %s answers a task", async (framework) => {
  const program = await startProgram("npm start", join(folder, framework));
  onTestFinished(async () => {
    await program.stop();
  });
  expect(await program.check()).toMatch(/^completed\n.*\nStep 1 of 1:\nhello\n+hello\n$/s);
  expect(await program.statusOfStranger()).toBe(401);
});
