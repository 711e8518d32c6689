import { expect, test } from "vitest";
import { VERSION } from "../packages/core/src/version.ts";
import { workspacePackages } from "./workspace-packages.ts";

test("all packages have one version, which is the one that the code tells (else: node scripts/set-version.mjs)", () => {
  const published = workspacePackages.filter(({ folder }) => folder.startsWith("packages/"));
  expect(new Set(published.map(({ manifest }) => manifest.version))).toEqual(new Set([VERSION]));
  expect(published.length).toBeGreaterThan(10);
});
