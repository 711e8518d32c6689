import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { FreshProject } from "./fresh-project.ts";
import { QUICKSTARTS } from "./page.ts";
import { startProgram } from "./started-program.ts";

const ROOT = join(import.meta.dirname, "../..");
const TOOLS = ["ai", "arktype", "valibot", "zod"];
const CHECKS = ["typescript", "@types/node", "@types/express", "@types/react", "@types/react-dom"];

let project: FreshProject;

beforeAll(async () => {
  const packages = QUICKSTARTS.flatMap((quickstart) => quickstart.packages);
  project = await FreshProject.create([
    ...packages,
    ...TOOLS,
    ...CHECKS,
    "esbuild",
    "webpack",
    "webpack-cli",
  ]);
  for (const { folder, files } of QUICKSTARTS)
    for (const { path, text } of files) await project.write(join(folder, path), text);
  const copied = {
    "tools/tools.ts": "quickstarts/tools.ts",
    "workers.d.ts": "hosts/workerd/cloudflare-workers.d.ts",
  };
  for (const [path, example] of Object.entries(copied))
    await project.write(path, readFileSync(join(ROOT, "examples", example), "utf8"));
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

  // Without DOM, only the types of Hono have errors, which are its own: they name `BinaryType` and a generic `MessageEvent`.
  test.each([
    ["nodenext", { module: "nodenext" }, []],
    ["bundler", { module: "esnext", moduleResolution: "bundler" }, []],
    ["nodenext, without DOM", { module: "nodenext", lib: ["es2024", "esnext.disposable"] }, ["hono-on-node"]],
  ])("fit all quickstarts under %s", async (name, options, exclude) => {
    const config = `tsconfig.${name.replaceAll(/\W+/g, "-")}.json`;
    const compilerOptions = { ...STRICT, ...options };
    const include = ["*/**/*.ts", "*.d.ts"];
    await project.write(
      config,
      JSON.stringify({ compilerOptions, include, exclude: [...exclude, "node_modules"] }),
    );
    expect(await project.run("tsc", ["-p", config]).catch(({ stdout }: { stdout: string }) => stdout)).toBe(
      "",
    );
  });
});

test.each(QUICKSTARTS)(
  "the program for $title does what the page shows",
  async ({ title, folder, start }) => {
    const program = await startProgram(start, join(project.folder, folder));
    onTestFinished(async () => void (await program.stop()));
    expect(await program.check()).toMatch(/^completed\n.*\nStep 1 of 1:\nhello\n+hello\n$/s);
    expect(await program.statusOfStranger()).toBe(401);
    const code = await program.stop();
    // Next, `tsx` and `wrangler` end by the signal.
    if (!start.includes("npx ")) expect({ title, code }).toEqual({ title, code: 0 });
  },
);

test("an agent has tools of zod, valibot, ArkType and the AI SDK together", async () => {
  expect(await project.run("node", ["tools/tools.ts"])).toBe("completed: 42 VALIBOT arkark Sunny in Oslo.\n");
});
