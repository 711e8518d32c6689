import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { target, workspacePackages, type SourceFile, type WorkspacePackage } from "./workspace-packages.ts";

/** Smaller packages need no order. */
const MOST_WITHOUT_ORDER = 20;

/** Has its own test. */
const CORE = "packages/core";

const sources = ({ files }: WorkspacePackage): readonly SourceFile[] => files.filter(({ isTest }) => !isTest);

/** The folder directly below `src/` in which a file is; a file directly in `src/` stands for itself. */
function nodeOf({ folder }: WorkspacePackage, path: string): string {
  return relative(join(folder, "src"), path).split("/")[0] ?? "";
}

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

function graphOf(pkg: WorkspacePackage): Graph {
  const graph = new Map<string, Set<string>>();
  for (const file of sources(pkg)) {
    const from = nodeOf(pkg, file.path);
    const imported = graph.get(from) ?? new Set<string>();
    graph.set(from, imported);
    for (const specifier of file.imports.filter((each) => each.startsWith("."))) {
      const to = nodeOf(pkg, target(file, specifier));
      if (to !== from) imported.add(to);
    }
  }
  return graph;
}

/** All nodes that a node imports, directly or not. */
function reachableFrom(start: string, graph: Graph): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [start];
  for (let node = open.pop(); node !== undefined; node = open.pop())
    for (const next of graph.get(node) ?? [])
      if (!found.has(next)) {
        found.add(next);
        open.push(next);
      }
  return found;
}

/** The folders and root files that are part of a cycle, type imports included. */
function inCycles(graph: Graph): readonly string[] {
  return [...graph.keys()].filter((node) => reachableFrom(node, graph).has(node)).toSorted();
}

const checked = workspacePackages
  .filter((pkg) => pkg.folder !== CORE && sources(pkg).length > MOST_WITHOUT_ORDER)
  .map((pkg) => [pkg.folder, pkg] as const);

describe("the folders of a package do not import each other in a cycle", () => {
  test.each(checked)("%s", (_folder, pkg) => {
    expect(inCycles(graphOf(pkg))).toEqual([]);
  });
});
