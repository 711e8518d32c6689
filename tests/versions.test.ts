import { expect, test } from "vitest";
import { VERSION } from "../packages/core/src/version.ts";
import { workspacePackages } from "./workspace-packages.ts";

test("all packages have the version of the code (else: node scripts/set-version.mjs)", () => {
  const published = workspacePackages.filter(({ folder }) => folder.startsWith("packages/"));
  expect(new Set(published.map(({ manifest }) => manifest.version))).toEqual(new Set([VERSION]));
  expect(published.length).toBeGreaterThan(10);
});
