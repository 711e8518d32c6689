import { createHash } from "node:crypto";
import { bytesSource, readArchive } from "../../packages/archives/src/index.ts";
import type { Caller } from "./caller.ts";

const MOST_BYTES = 200_000_000;
const FILL_BYTES = 20_000;
/** So many of the latest lines have a file in `d`. */
const LATEST = 5;

/** In the command that writes a line, and nowhere else. */
export const markOf = (line: string) => `line=${line};`;

/**
 * The command that adds a line to `log` and brings all other files in accord with it: `sum`, `fill`, the directory `d`, in which it makes, renames and
 * deletes files, and `noise` of `noiseBytes` random bytes with `noise.sum`. While `busy` is there, they may differ. `witness` is a file outside of the
 * workspace, which shows that the line was once there. Repairs what an earlier command that was killed left.
 */
export function writeTree(line: string, witness: string, noiseBytes = 0): string {
  const noise = [`head -c ${noiseBytes} /dev/urandom > noise`, "sha256sum < noise > noise.sum"];
  return [
    `${markOf(line)} touch busy`,
    `echo $line >> log; echo $line >> '${witness}'`,
    "(sha256sum < log; wc -l < log) > sum.new; mv sum.new sum",
    `yes $line | head -c ${FILL_BYTES} > fill`,
    `mkdir -p d; for each in $(tail -n ${LATEST} log); do echo $each > d/new; mv d/new d/$each; done`,
    `for each in $(ls d); do tail -n ${LATEST} log | grep -qxF $each || rm d/$each; done`,
    ...(noiseBytes > 0 ? noise : []),
    "rm busy",
  ].join("\n");
}

export interface FileTree {
  readonly files: ReadonlyMap<string, Buffer>;
  /** When the files were published. Null: they are those of the instance that answered. */
  readonly snapshotAt: string | null;
}

/** The files as one instance shows them. Null where it has no answer now, or ends in the middle of it. */
export async function lookAt(caller: Caller, workspaceId: string): Promise<FileTree | null> {
  const path = `/api/workspaces/${workspaceId}/agent/dirs/zip?path=`;
  const response = await caller.once(path).catch(() => null);
  const bytes = await response?.bytes().catch(() => null);
  if (response?.ok !== true || bytes == null) return null;
  const files = new Map<string, Buffer>();
  const archive = await readArchive(bytesSource(bytes), { maxBytes: MOST_BYTES });
  for await (const entry of archive.entries())
    if (entry.type === "file") files.set(entry.path, Buffer.from(await new Response(entry.body()).bytes()));
  return { files, snapshotAt: response.headers.get("snapshot-at") };
}

const textOf = ({ files }: FileTree, path: string) => files.get(path)?.toString() ?? "";
const sha256 = (content: Buffer | string) => createHash("sha256").update(content).digest("hex");

export const linesIn = (tree: FileTree): readonly string[] =>
  textOf(tree, "log")
    .split("\n")
    .filter((line) => line !== "");

/** Whether a command was killed in the middle, or runs. */
export const isBusy = ({ files }: FileTree) => files.has("busy");

/** What of a tree is of another state than its log. */
export function mixedFiles(tree: FileTree): readonly string[] {
  if (isBusy(tree)) return [];
  const lines = linesIn(tree);
  const log = textOf(tree, "log");
  const last = lines.at(-1);
  const fill = last === undefined ? "" : `${last}\n`.repeat(FILL_BYTES).slice(0, FILL_BYTES);
  const sum = last === undefined ? "" : `${sha256(log)}  -\n${lines.length}\n`;
  const noise = tree.files.get("noise");
  const expected = lines.slice(-LATEST).map((line) => `d/${line}:${line}\n`);
  const inDirectory = [...tree.files].filter(([path]) => path.startsWith("d/"));
  return [
    ...(textOf(tree, "sum") === sum ? [] : ["sum"]),
    ...(textOf(tree, "fill") === fill ? [] : ["fill"]),
    ...(textOf(tree, "noise.sum") === (noise === undefined ? "" : `${sha256(noise)}  -\n`) ? [] : ["noise"]),
    ...(inDirectory
      .map(([path, content]) => `${path}:${content.toString()}`)
      .sort()
      .join("") === expected.sort().join("")
      ? []
      : ["d"]),
  ];
}
