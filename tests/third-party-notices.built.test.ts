import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeNotices } from "../third-party-notices.ts";
import { newFolder } from "./new-folder.test-support.ts";

const ROOT = join(import.meta.dirname, "..");

test.each([
  ["server", ["@ai-sdk/anthropic", "commander", "kysely", "pg", "pino", "tsyringe", "valibot"]],
  ["web", ["@codemirror/view", "@tanstack/react-query", "react", "react-dom"]],
  ["create-workspace-agent", ["commander"]],
])("the package of %s has the licenses of what it contains", async (name, packages) => {
  const text = await readFile(join(ROOT, "packages", name, "dist/THIRD-PARTY-NOTICES.txt"), "utf8");
  for (const each of packages)
    expect(text).toMatch(new RegExp(`^${each} \\d[^\n]*\n\nLicense: \\S+[^-]+\n\\S`, "m"));
  expect(text).not.toMatch(/^@workspace-agent\//m);
});

test("each package is named once, and one without a license ends the build", async () => {
  const folder = await newFolder();
  const add = async (name: string, manifest: object, license?: string) => {
    const path = join(folder, "node_modules", name);
    await mkdir(path, { recursive: true });
    await writeFile(join(path, "package.json"), JSON.stringify({ name, version: "1.0.0", ...manifest }));
    if (license !== undefined) await writeFile(join(path, "LICENSE.md"), license);
    return path;
  };
  const one = await add("@scope/one", { license: "MIT" }, "Permission is granted.\n");
  const file = join(folder, "notices.txt");
  await writeNotices([join(one, "a.js"), join(one, "lib/b.js"), join(folder, "own.js")], file);
  const text = await readFile(file, "utf8");
  expect(text.match(/@scope\/one 1\.0\.0/g)).toHaveLength(1);
  expect(text).toContain("License: MIT\n\nPermission is granted.\n");
  const none = await add("none", {});
  await expect(writeNotices([join(none, "a.js")], file)).rejects.toThrow("none 1.0.0 names no license.");
});
