import { isUtf8 } from "node:buffer";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { expect, onTestFinished } from "vitest";
import { filePatch, type PatchSide } from "./file-patch.ts";

export interface File {
  readonly type: "file" | "symlink";
  readonly executable: boolean;
  readonly content: Uint8Array<ArrayBuffer>;
}
export type Tree = ReadonlyMap<string, File>;

export const encode = (text: string) => new Uint8Array(new TextEncoder().encode(text));

const PATHS = [
  "a",
  "dir/b c",
  "dir/sub/ü.txt",
  'q"uo\\te\tand\nline',
  "-dash",
  "日本/x",
  "e mpty ",
  "d",
  "d/below",
];

const lines = fc
  .array(fc.constantFrom("one", "two", "", "-- x", "+++ y", " z", "\\ No", "cr\r", "@@ -1 +1 @@", "ä"), {
    maxLength: 12,
  })
  .chain((all) => fc.constantFrom(all.join("\n"), all.join("\n") + "\n", all.join("\r\n") + "\r\n"));
const contents = fc.oneof(
  { weight: 4, arbitrary: lines.map(encode) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => new Uint8Array(bytes)) },
);
const file: fc.Arbitrary<File> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ type: fc.constant("file" as const), executable: fc.boolean(), content: contents }),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("a", "../outside", "dir/b c", "ü")
      .map((target) => ({ type: "symlink" as const, executable: false, content: encode(target) })),
  },
);

/** No file is where another needs a directory, and no link leads to itself: below one, git applies no patch, not even its own. */
function withoutClashes(files: readonly (readonly [string, File])[]): Tree {
  const tree = new Map(files);
  const link = tree.get("a");
  if (link?.type === "symlink" && new TextDecoder().decode(link.content) === "a") tree.delete("a");
  for (const path of tree.keys()) if (tree.has("d") && path.startsWith("d/")) tree.delete(path);
  return tree;
}
const tree = fc.array(fc.tuple(fc.constantFrom(...PATHS), file), { maxLength: 9 }).map(withoutClashes);

export async function write(folder: string, files: Tree): Promise<void> {
  for (const [path, { type, executable, content }] of files) {
    const at = join(folder, path);
    await mkdir(dirname(at), { recursive: true });
    if (type === "symlink") await symlink(Buffer.from(content), at);
    else await writeFile(at, content);
    if (type === "file") await chmod(at, executable ? 0o755 : 0o644);
  }
}

async function read(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const path of await readdir(folder, { recursive: true })) {
    const at = join(folder, path);
    const stats = await lstat(at);
    if (stats.isSymbolicLink()) found[path] = `link to ${await readlink(at)}`;
    else if (stats.isFile())
      found[path] = `${(stats.mode & 0o100) !== 0} ${(await readFile(at)).toString("hex")}`;
  }
  return found;
}

const sideOf = ({ type, executable, content }: File): PatchSide => ({
  type,
  executable,
  content,
  text:
    isUtf8(content) && !content.includes(0)
      ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(content)
      : null,
  id: createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex"),
});

export async function patchOf(before: Tree, after: Tree): Promise<string> {
  let patch = "";
  for (const path of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const [old, now] = [before.get(path), after.get(path)];
    const [a, b] = [old === undefined ? null : sideOf(old), now === undefined ? null : sideOf(now)];
    if (a?.id === b?.id && a?.type === b?.type && a?.executable === b?.executable) continue;
    const { text, reason } = await filePatch(path, a, b);
    expect(reason).toBeNull();
    patch += `# a line for people\n${text}`;
  }
  return patch;
}

export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "git-apply-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const run = promisify(execFile);

export async function gitApply(top: string, folder: string, patch: string): Promise<void> {
  await writeFile(join(top, "patch"), patch);
  await run("git", ["apply", join(top, "patch")], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      GIT_CEILING_DIRECTORIES: tmpdir(),
      GIT_CONFIG_NOSYSTEM: "1",
      HOME: top,
    },
  });
}

/** Applies the patches between `numRuns` pairs of trees. */
export async function applyBetweenTrees(numRuns: number): Promise<void> {
  const top = await aFolder();
  let round = 0;
  const applied = fc.asyncProperty(tree, tree, async (before, after) => {
    const [folder, wanted] = [join(top, `${++round}`), join(top, `${round}-wanted`)];
    await mkdir(folder);
    await mkdir(wanted);
    await write(folder, before);
    await write(wanted, after);
    const patch = await patchOf(before, after);
    if (patch !== "") await gitApply(top, folder, patch);
    expect(await read(folder)).toEqual(await read(wanted));
  });
  await fc.assert(applied, { numRuns });
}
