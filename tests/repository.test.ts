import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const MOST_LINES = 300;

function trackedFiles(): readonly string[] {
  const listed = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" }).split("\0");
  return listed.filter((path) => path !== "" && existsSync(join(ROOT, path)));
}

const isRepository = existsSync(join(ROOT, ".git"));
if (!isRepository)
  console.warn("SKIPPED: the tests of the repository's files, since this is not a git checkout");

interface TextFile {
  readonly path: string;
  readonly text: string;
}

function readText(path: string): TextFile {
  const isLarge = statSync(join(ROOT, path)).size > 1_000_000;
  return { path, text: isLarge ? "" : readFileSync(join(ROOT, path), "utf8") };
}

/** Tracked text files without the lockfile. */
const files = isRepository
  ? trackedFiles()
      .filter((path) => path !== "pnpm-lock.yaml")
      .map(readText)
  : [];
const sources = files.filter(({ path }) => /^packages\/[^/]+\/src\/(?!generated\/).*\.tsx?$/.test(path));

/** The lines that match a pattern, as `file:number`. */
function matches(among: readonly TextFile[], pattern: RegExp): readonly string[] {
  return among.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : [])),
  );
}

test.runIf(isRepository)("no file names a package registry's or a distribution's host", () => {
  expect(matches(files, /\bregistry\.[a-z]+\.(org|com)\b|\bdeb\.[a-z]+\.org\b/)).toEqual([]);
});

test.runIf(isRepository)("no file names a path of a developer's machine", () => {
  // The slash is a class, so that this file does not match itself.
  const folders = ["work/(main|shared)", "home/(?!agent\\b)[a-z]+", "Users/[A-Za-z]+", "opt/n\\d+"].join("|");
  expect(matches(files, new RegExp(`(^|["'\`\\s(=:])[/](${folders})\\b`))).toEqual([]);
});

test.runIf(isRepository)("no workflow uses an action by anything but its commit", () => {
  const workflows = files.filter(({ path }) => path.startsWith(".github/"));
  expect(matches(workflows, /\buses: \S+@[0-9a-f]{40} # v\d/).length).toBeGreaterThan(5);
  expect(matches(workflows, /\buses: (?!\.\/|\S+@[0-9a-f]{40} # v\d)/)).toEqual([]);
});

test.runIf(isRepository)("no test is exclusive or skipped without a condition", () => {
  const tests = files.filter(({ path }) => /\.test(-support)?\.ts$|\/testing\//.test(path));
  expect(matches(tests, /\b(it|test|describe|suite)(\.\w+)*\.(only|todo)\(/)).toEqual([]);
  expect(matches(tests, /\b(it|test|describe|suite)\.skip\(/)).toEqual([]);
});

test.runIf(isRepository)("no source leaves work for later", () => {
  const words = ["TO" + "DO", "FIX" + "ME", "X" + "XX", "for " + "now"].join("|");
  expect(
    matches(
      files.filter(({ path }) => /\.(ts|tsx|mjs|js)$/.test(path)),
      new RegExp(`\\b(${words})\\b`),
    ),
  ).toEqual([]);
});

test.runIf(isRepository)(`no source is longer than ${MOST_LINES} lines`, () => {
  const long = sources.filter(
    ({ path, text }) => !path.endsWith(".test.ts") && text.split("\n").length > MOST_LINES + 1,
  );
  expect(long.map(({ path }) => path)).toEqual([]);
});

test.runIf(isRepository)("no source has a default export", () => {
  expect(matches(sources, /^export default\b|\bas default\b/)).toEqual([]);
});

test.runIf(isRepository)("no source bypasses the type checker", () => {
  const production = sources.filter(({ path }) => !path.endsWith(".test.ts"));
  expect(matches(production, /@ts-(ignore|expect-error|nocheck)|\bas unknown as\b|\bas any\b/)).toEqual([]);
});

test.runIf(isRepository)("files are named in kebab-case", () => {
  expect(sources.map(({ path }) => path).filter((path) => !/^[a-z0-9./-]+$/.test(path))).toEqual([]);
});

test.runIf(isRepository)("the pages name files that exist", () => {
  const pages = files.filter(({ path }) => /^(?:docs\/.*|[^/]+)\.md$/.test(path));
  const named = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs))`/g)].map(([, name = ""]) => ({ path, name })),
  );
  expect(named.length).toBeGreaterThan(50);
  const missing = named.filter(({ name }) => !files.some((file) => `/${file.path}`.endsWith(`/${name}`)));
  expect(missing).toEqual([]);
});
