import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT, workspacePackages } from "./workspace-packages.ts";

/** A collection of a module that starts empty: it grows for all services of the process and outlives each. */
const GROWING = /^(?:export )?(?:const|let) \w+(?:: [^=]+)? = new (?:Map|Set)(?:<.*>)?\(\);/gm;

test("no module stores what services know: secrets of one would stay for the others", () => {
  const found = workspacePackages
    .filter(({ folder }) => ["packages/archives", "packages/core", "packages/http"].includes(folder))
    .flatMap(({ files }) => files)
    .filter(({ path, isTest }) => !isTest && !path.includes("/testing/"))
    .flatMap(({ path }) =>
      [...readFileSync(join(ROOT, path), "utf8").matchAll(GROWING)].map(([line]) => `${path}: ${line}`),
    );
  expect(found).toEqual([]);
  expect("const made = new Map<string, SecretForms>();").toMatch(GROWING);
});
