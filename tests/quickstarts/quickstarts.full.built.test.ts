import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { FreshProject } from "./fresh-project.ts";
import { BUNDLES, QUICKSTARTS, type Quickstart } from "./page.ts";
import { startProgram, type StartedProgram } from "./started-program.ts";

const ROOT = join(import.meta.dirname, "../..");
const TOOLS = ["ai", "arktype", "valibot", "zod"];
const CHECKS = ["typescript", "@types/node", "@types/express", "@types/react", "@types/react-dom"];

let project: FreshProject;

const example = (path: string) => readFileSync(join(ROOT, "examples", path), "utf8");

beforeAll(async () => {
  const programs = [...QUICKSTARTS, ...BUNDLES];
  project = await FreshProject.create([...programs.flatMap(({ packages }) => packages), ...TOOLS, ...CHECKS]);
  for (const { folder, files } of programs)
    for (const { path, text } of files) await project.write(join(folder, path), text);
  for (const { folder } of BUNDLES) await project.write(`${folder}/node.ts`, example("quickstarts/node.ts"));
  await project.write("tools/tools.ts", example("quickstarts/tools.ts"));
  await project.write("workers.d.ts", example("hosts/workerd/cloudflare-workers.d.ts"));
}, 900_000);

afterAll(() => project.remove());

test("the page has a quickstart for each server and runtime", () => {
  expect(QUICKSTARTS.map(({ folder }) => folder)).toEqual([
    ...["node-http", "express", "fastify", "hono-on-node", "nest", "next-js"],
    ...["bun", "deno", "cloudflare-workers"],
  ]);
});

test.each(QUICKSTARTS)("the page installs what the program for $title imports", ({ files, packages }) => {
  const imports = files.flatMap(({ text }) =>
    [...text.matchAll(/ from "(?<name>@[^/"]+\/[^/"]+|[^./@"][^/"]*)/g)].map(
      ({ groups }) => groups?.["name"] ?? "",
    ),
  );
  const ofNpm = imports.filter((name) => !/^(node|cloudflare):/.test(name));
  expect(ofNpm.length).toBeGreaterThan(0);
  expect(packages).toEqual(expect.arrayContaining(ofNpm));
});

describe("the declarations of the packages, with `exactOptionalPropertyTypes` and without `skipLibCheck`", () => {
  const STRICT = {
    ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true },
    ...{ target: "es2024", types: ["node"], experimentalDecorators: true, allowImportingTsExtensions: true },
  };

  const WITHOUT_DOM = ["es2024", "esnext.disposable"];

  // Two packages of others have errors of their own: the types of Hono without DOM (`BinaryType`, a generic `MessageEvent`), and
  // those of `ai` with `exactOptionalPropertyTypes`, which only `tools` imports.
  test.each([
    ["nodenext", { module: "nodenext" }, ["tools"]],
    ["bundler", { module: "esnext", moduleResolution: "bundler" }, ["tools"]],
    ["nodenext, without DOM", { module: "nodenext", lib: WITHOUT_DOM }, ["tools", "hono-on-node"]],
    ["nodenext, with the AI SDK", { module: "nodenext", skipLibCheck: true }, []],
  ])("fit all programs under %s", async (name, options, others) => {
    const config = `tsconfig.${name.replaceAll(/\W+/g, "-")}.json`;
    const files = { include: ["*/**/*.ts", "*.d.ts"], exclude: [...others, "node_modules"] };
    await project.write(config, JSON.stringify({ compilerOptions: { ...STRICT, ...options }, ...files }));
    expect(await project.outputOf("tsc", "-p", config)).toBe("");
  });
});

const DONE = /^completed\n.*\nStep 1 of 1:\nhello\n+hello\n$/s;

async function started({ folder, start }: Quickstart): Promise<StartedProgram> {
  await project.remove(`${folder}/data`);
  const program = await startProgram(start, join(project.folder, folder));
  onTestFinished(async () => {
    await program.stop();
  });
  return program;
}

test.each(QUICKSTARTS)("the program for $title does what the page shows", async (quickstart) => {
  const program = await started(quickstart);
  expect(await program.check()).toMatch(DONE);
  expect(await program.statusOfStranger()).toBe(401);
  // Next, `tsx` and `wrangler` end by the signal.
  const code = await program.stop();
  if (!quickstart.start.includes("npx ")) expect(code).toBe(0);
});

test.each(BUNDLES)("a bundle of $title does what the page shows", async (bundle) => {
  expect(await (await started(bundle)).check()).toMatch(DONE);
});

test.each([
  ["better-sqlite3", "The database failed."],
  ["@workspace-agent/sandbox-interpreter", "The interpreter's thread cannot be started."],
  ["@workspace-agent/volume-folder", "snapshot-worker.js of @workspace-agent/volume-folder is missing."],
])("a bundle that contains %s does not work", async (name, failure) => {
  const [esbuild] = BUNDLES;
  if (esbuild === undefined) throw new Error("There are no bundles.");
  const external = `--external:${name}`;
  expect(esbuild.start).toContain(external);
  const outcome = started({ ...esbuild, start: esbuild.start.replace(external, "") });
  expect(await outcome.then((program) => program.check(), String)).toContain(failure);
});

test("an agent has tools of zod, valibot, ArkType and the AI SDK together", async () => {
  expect(await project.outputOf("node", "tools/tools.ts")).toBe(
    "completed: 42 VALIBOT toto Sunny in Oslo.\n",
  );
});
