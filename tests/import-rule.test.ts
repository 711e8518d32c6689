import { existsSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { describe, expect, test } from "vitest";
import {
  packageOf,
  readManifest,
  target,
  workspacePackages,
  type SourceFile,
  type WorkspacePackage,
} from "./workspace-packages.ts";

const ARCHIVES = "@workspace-agent/archives";
const CORE = "@workspace-agent/core";
const PUBLIC_ADDRESS = "@workspace-agent/public-address";
const SANDBOX_PROCESS = "@workspace-agent/sandbox-process";
const CLIENT = "@workspace-agent/client";
const SERVER = "packages/server";
const WEB = "@workspace-agent/web";
const SHARED = [
  PUBLIC_ADDRESS,
  SANDBOX_PROCESS,
  "@workspace-agent/store-sql",
  "@workspace-agent/volume-folder",
];

/** The packages that run on any JavaScript runtime. */
const RUNTIME_FREE = [ARCHIVES, CORE, "@workspace-agent/http", CLIENT];

/** What the tests of several packages share. */
const SHARED_SUPPORT = ["packages/sandbox-process/src/testing/", "packages/store-sql/src/testing/"];

/** Examples, and the server: they put the packages together. */
const isProgram = (folder: string) => folder === SERVER || folder.startsWith("examples/");

/** Which packages of the workspace a package may import: imports go downwards only. */
function allowed({ folder, manifest }: WorkspacePackage): (name: string) => boolean {
  if (isProgram(folder)) return () => true;
  if (manifest.name === ARCHIVES) return () => false;
  if (manifest.name === CORE) return (name) => name === ARCHIVES;
  if (manifest.name === SANDBOX_PROCESS) return (name) => name === CORE || name === PUBLIC_ADDRESS;
  // Clients know only the API; their tests run the service in the same process.
  if (manifest.name === CLIENT) return (name) => name === CORE || name === "@workspace-agent/http";
  if (manifest.name === "@workspace-agent/http" || SHARED.includes(manifest.name))
    return (name) => name === CORE;
  if (manifest.name === WEB || manifest.name === "@workspace-agent/cli") return (name) => name === CLIENT;
  return (name) => name === CORE || SHARED.includes(name);
}

/** The programs that have everything they import in them. */
const PROGRAMS = [`${SERVER}/src/`, "packages/create-workspace-agent/src/"];

/** Whether a file is bundled with everything that it imports: programs, and the web interface except the part that serves it. */
function isBundled({ path }: SourceFile): boolean {
  if (PROGRAMS.some((folder) => path.startsWith(folder))) return true;
  return path.startsWith("packages/web/src/") && !/^packages\/web\/src\/(serve\/|index\.ts$)/.test(path);
}

function isRelative(specifier: string): boolean {
  return specifier.startsWith(".");
}

/** Each import of a package that breaks a rule, as `file: module`. */
function offences(
  { files }: WorkspacePackage,
  breaks: (specifier: string, file: SourceFile) => boolean,
): readonly string[] {
  return files.flatMap((file) =>
    file.imports
      .filter((specifier) => breaks(specifier, file))
      .map((specifier) => `${file.path}: ${specifier}`),
  );
}

/** The external packages of a program's build, which it imports at runtime. */
function leftOutside({ folder }: WorkspacePackage): readonly string[] {
  const file = new URL(`../${folder}/tsup.config.ts`, import.meta.url);
  const list = existsSync(file) ? /external: \[([^\]]*)\]/.exec(readFileSync(file, "utf8"))?.[1] : undefined;
  return [...(list ?? "").matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name);
}

const published = (pkg: WorkspacePackage) => !pkg.folder.startsWith("examples/");
const each = workspacePackages.map((pkg) => [pkg.folder, pkg] as const);

describe.each(each)("%s", (_, pkg) => {
  const { manifest, files, folder } = pkg;
  const isOurs = (specifier: string) => specifier.startsWith("@workspace-agent/");

  test("imports only what the architecture allows", () => {
    // A test of a built program names its own package; a test may create and read archives.
    const isAllowed = (name: string, { isTest }: SourceFile) =>
      name === manifest.name || allowed(pkg)(name) || (name === ARCHIVES && isTest);
    expect(
      offences(pkg, (specifier, file) => isOurs(specifier) && !isAllowed(packageOf(specifier), file)),
    ).toEqual([]);
  });

  test("imports other packages by their public entry points only", () => {
    const isEntryPoint = (specifier: string) => {
      const name = packageOf(specifier);
      const other = workspacePackages.find((each) => each.manifest.name === name);
      return Object.hasOwn(other?.manifest.exports ?? {}, `.${specifier.slice(name.length)}`);
    };
    expect(offences(pkg, (specifier) => isOurs(specifier) && !isEntryPoint(specifier))).toEqual([]);
    const isOutside = (specifier: string, file: SourceFile) => {
      const path = target(file, specifier);
      const isShared = file.isTest && SHARED_SUPPORT.some((shared) => path.startsWith(shared));
      return !path.startsWith(`${folder}/src/`) && !isShared;
    };
    expect(offences(pkg, (specifier, file) => isRelative(specifier) && isOutside(specifier, file))).toEqual(
      [],
    );
  });

  test("imports the test kit in tests only", () => {
    const isTestKit = (specifier: string) => ["vitest", "fast-check", `${CORE}/testing`].includes(specifier);
    const isKit = (file: SourceFile) => file.path.startsWith("packages/core/src/testing/");
    const isTestExample = folder === "examples/unit-test";
    expect(
      offences(
        pkg,
        (specifier, file) => isTestKit(specifier) && !file.isTest && !isKit(file) && !isTestExample,
      ),
    ).toEqual([]);
  });

  test("names its own files with their ending", () => {
    expect(
      offences(pkg, (specifier) => isRelative(specifier) && !/\.(tsx?|json|css)$/.test(specifier)),
    ).toEqual([]);
  });

  test("leaves the container to di.ts", () => {
    const isContainer = (specifier: string) =>
      ["tsyringe", "reflect-metadata"].includes(packageOf(specifier));
    expect(
      offences(pkg, (specifier, { path }) => isContainer(specifier) && path !== "packages/core/src/di.ts"),
    ).toEqual([]);
  });

  if (RUNTIME_FREE.includes(manifest.name)) {
    test("runs without Node's modules", () => {
      expect(offences(pkg, (specifier, { isTest }) => isBuiltin(specifier) && !isTest)).toEqual([]);
    });
  }

  test("declares exactly the packages that it imports", () => {
    const runtime = { ...manifest.dependencies, ...manifest.peerDependencies };
    const forTests = { ...runtime, ...manifest.devDependencies, ...readManifest(".").devDependencies };
    const declaredFor = (file: SourceFile) =>
      file.isTest ? forTests : isBundled(file) ? { ...runtime, ...manifest.devDependencies } : runtime;
    const isForeign = (specifier: string) =>
      !isRelative(specifier) && !isBuiltin(specifier) && packageOf(specifier) !== manifest.name;
    expect(
      offences(
        pkg,
        (specifier, file) => isForeign(specifier) && !Object.hasOwn(declaredFor(file), packageOf(specifier)),
      ),
    ).toEqual([]);

    const imported = (among: readonly SourceFile[]) =>
      new Set(among.flatMap((file) => file.imports.filter(isForeign).map(packageOf)));
    // A complete example may be a test.
    const importedAtRuntime = imported(
      files.filter((file) => (!file.isTest && !isBundled(file)) || !published(pkg)),
    );
    const usedAtRuntime = new Set([...importedAtRuntime, ...leftOutside(pkg)]);
    const used = imported(files);
    expect(Object.keys(runtime).filter((name) => !usedAtRuntime.has(name))).toEqual([]);
    expect(Object.keys(manifest.devDependencies ?? {}).filter((name) => !used.has(name))).toEqual([]);
  });
});

test("packages never import examples", () => {
  const examples = workspacePackages.filter((pkg) => !published(pkg)).map((pkg) => pkg.manifest.name);
  for (const pkg of workspacePackages.filter(published)) {
    expect(offences(pkg, (specifier) => examples.includes(packageOf(specifier)))).toEqual([]);
  }
});
