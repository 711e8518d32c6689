import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { importsIn, inCycles, sourcesOf, workspacePackages } from "./workspace-packages.ts";

/** Smaller packages need no order. */
const MOST_WITHOUT_ORDER = 20;

/** Has its own test. */
const CORE = "packages/core";

const checked = workspacePackages
  .filter((pkg) => pkg.folder !== CORE && sourcesOf(pkg).length > MOST_WITHOUT_ORDER)
  .map((pkg) => [pkg.folder, pkg] as const);

describe("the folders of a package do not import each other in a cycle", () => {
  test.each(checked)("%s", (folder, pkg) => {
    /** The folder directly below `src/` in which a file is; a file directly in `src/` stands for itself. */
    const nodeOf = (path: string) => relative(join(folder, "src"), path).split("/")[0] ?? "";
    expect(inCycles(importsIn(pkg), nodeOf)).toEqual([]);
  });
});
