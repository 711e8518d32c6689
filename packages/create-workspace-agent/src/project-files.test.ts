import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FRAMEWORKS, PACKAGES } from "./frameworks.ts";
import { projectFiles } from "./project-files.ts";

const ROOT = join(import.meta.dirname, "../../..");

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

type Versions = Readonly<Record<string, string>>;

interface Manifest {
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
}

const manifest = (text = "{}") => JSON.parse(text) as Manifest;

test.each(FRAMEWORKS)(
  "the server of %s is that of the quickstarts (else: npx vitest run packages/create-workspace-agent --update)",
  async (framework) => {
    const example = read(`examples/quickstarts/${framework}.ts`);
    await expect(example).toMatchFileSnapshot(`templates/${framework}.txt`);
    const files = await projectFiles({ name: "a", framework, version: "1.2.3" });
    expect(files["server.ts"]).toBe(example);
  },
);

test("packages of npm have the versions that the repository uses", () => {
  const manifests = ["examples/quickstarts/package.json", "package.json"].map((path) => manifest(read(path)));
  const used = Object.assign(
    {},
    ...manifests.flatMap(({ dependencies, devDependencies }) => [devDependencies, dependencies]),
  ) as Versions;
  for (const { dependencies, devDependencies } of Object.values(PACKAGES))
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      expect(`${name}@${version}`).toBe(`${name}@${used[name]}`);
});

test.each(FRAMEWORKS)("a project with %s declares exactly what its server imports", async (framework) => {
  const files = await projectFiles({ name: "a", framework, version: "1.2.3" });
  const { dependencies = {} } = manifest(files["package.json"]);
  const imports = [...(files["server.ts"] ?? "").matchAll(/ from "(?!node:)([^"]+)"/g)];
  expect(imports.map(([, name]) => name).toSorted()).toEqual(Object.keys(dependencies));
  for (const [name, version] of Object.entries(dependencies))
    if (name.startsWith("@workspace-agent/")) expect(`${name}@${version}`).toBe(`${name}@1.2.3`);
});

test("the README has the calls of the page of quickstarts", async () => {
  const { "README.md": text = "" } = await projectFiles({
    name: "mine",
    framework: "node",
    version: "1.2.3",
  });
  const calls = (page: string) => /^````sh\n(.*?)\n````$/ms.exec(page)?.[1];
  expect(text).toMatch(/^# mine\n/);
  expect(calls(text)).toBeDefined();
  expect(calls(text)).toBe(calls(read("docs/quickstarts.md")));
});
