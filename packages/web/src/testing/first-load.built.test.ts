import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const APP = join(import.meta.dirname, "..", "..", "dist", "app");
const LIMIT_BYTES = 184_000;

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

/** The parts around a screen, which are loaded with it. */
function framesOf(screen: string): readonly string[] {
  if (screen.startsWith("sign-in/")) return [];
  const shell = ["app/shell.tsx"];
  if (screen.startsWith("workspace/")) return [...shell, "workspace/workspace-frame.tsx"];
  return shell;
}

/** The files of parts and of all that they import at once. */
function filesOf(manifest: Manifest, names: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`The build has no ${name}`);
    if (seen.has(chunk.file)) return;
    seen.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  names.forEach(visit);
  return [...seen].filter((file) => file.endsWith(".js"));
}

async function sizesOf(files: readonly string[]): Promise<readonly (readonly [string, number])[]> {
  const sizes = await Promise.all(
    files.map(async (file) => [file, gzipSync(await readFile(join(APP, file))).length] as const),
  );
  return sizes.toSorted(([, a], [, b]) => b - a);
}

test("the first load of each screen is at most 184 KB of compressed JavaScript", async () => {
  const manifest = JSON.parse(await readFile(join(APP, "manifest.json"), "utf8")) as Manifest;
  const screens = Object.keys(manifest).filter((name) => name.endsWith("-screen.tsx"));
  expect(screens.length).toBeGreaterThan(8);
  for (const screen of screens) {
    const sizes = await sizesOf(filesOf(manifest, ["index.html", ...framesOf(screen), screen]));
    const total = sizes.reduce((sum, [, size]) => sum + size, 0);
    const biggest = sizes.slice(0, 8).map(([file, size]) => `${file} ${size}`);
    expect(total, screen).toBeGreaterThan(80_000);
    expect(total, `${screen} loads ${total} bytes: ${biggest.join(", ")}`).toBeLessThanOrEqual(LIMIT_BYTES);
  }
});
