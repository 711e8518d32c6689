import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";

export const ROOT = join(import.meta.dirname, "..");

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export interface SourceFile {
  /** Relative to the root of the repository. */
  readonly path: string;
  /** A test, or unpublished support for tests. */
  readonly isTest: boolean;
  /** Every module that is imported, statically, dynamically or as a type. */
  readonly imports: readonly string[];
}

export interface WorkspacePackage {
  /** `packages/core`. */
  readonly folder: string;
  readonly manifest: Manifest;
  readonly files: readonly SourceFile[];
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8")) as Manifest;
}

function readSource(folder: string, name: string): SourceFile {
  const path = join(folder, "src", name);
  const { importedFiles } = ts.preProcessFile(readFileSync(join(ROOT, path), "utf8"), true, true);
  const isHelper = folder !== "packages/core" && name.startsWith("testing/");
  return {
    path,
    isTest: /\.test(-support)?\.ts$/.test(name) || isHelper,
    imports: importedFiles.map(({ fileName }) => fileName),
  };
}

function readPackage(folder: string): WorkspacePackage {
  const names = readdirSync(join(ROOT, folder, "src"), { recursive: true, encoding: "utf8" });
  const sources = names.filter((name) => /\.tsx?$/.test(name));
  return {
    folder,
    manifest: readManifest(folder),
    files: sources.map((name) => readSource(folder, name)),
  };
}

/** All packages and examples of the workspace that have sources. */
export const workspacePackages: readonly WorkspacePackage[] = ["packages", "examples"].flatMap((group) =>
  readdirSync(join(ROOT, group))
    .map((name) => join(group, name))
    .filter(
      (folder) => existsSync(join(ROOT, folder, "package.json")) && existsSync(join(ROOT, folder, "src")),
    )
    .map(readPackage),
);

/** The target of a relative import, relative to the root. */
export function target(file: SourceFile, specifier: string): string {
  return relative(ROOT, join(ROOT, file.path, "..", specifier));
}

export interface RelativeImport {
  readonly from: string;
  readonly to: string;
}

export const sourcesOf = ({ files }: WorkspacePackage): readonly SourceFile[] =>
  files.filter(({ isTest }) => !isTest);

/** What the sources of a package, tests left out, import of it; relative to the root. */
export const importsIn = (pkg: WorkspacePackage): readonly RelativeImport[] =>
  sourcesOf(pkg).flatMap((file) =>
    file.imports
      .filter((specifier) => specifier.startsWith("."))
      .map((specifier) => ({ from: file.path, to: target(file, specifier) })),
  );

/** The parts that import each other in a cycle, type imports included. */
export function inCycles(
  imports: readonly RelativeImport[],
  partOf: (path: string) => string,
): readonly string[] {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of imports)
    if (partOf(from) !== partOf(to))
      graph.set(partOf(from), (graph.get(partOf(from)) ?? new Set()).add(partOf(to)));
  return [...graph.keys()].filter((part) => reachableFrom(part, graph).has(part)).toSorted();
}

/** All parts that a part imports, directly or not. */
function reachableFrom(start: string, graph: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [start];
  for (let part = open.pop(); part !== undefined; part = open.pop())
    for (const next of graph.get(part) ?? [])
      if (!found.has(next)) {
        found.add(next);
        open.push(next);
      }
  return found;
}

/** The package that a specifier names: `@a/b/c` is of `@a/b`, `d/e` of `d`. */
export function packageOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}
