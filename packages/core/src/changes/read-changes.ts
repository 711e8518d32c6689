import { filePatch, quotePath, type PatchSide } from "@workspace-agent/archives";
import { nextTask } from "../runtime/next-task.ts";
import type { Clock } from "../ports/clock.ts";
import { blobId } from "./blob-id.ts";
import type { ChangedFile, Changes } from "../domain/changes/changes.ts";
import { textOf } from "../snapshots/file-text.ts";
import type { Comparison, FileChange, FileSide } from "./snapshot-comparison.ts";

/** Files that are read at the same time. */
const BATCH = 8;
/** Characters of the patch in a response that is not streamed. */
const MAX_DIFF_LENGTH = 16_777_216;
/** How long lines are compared without a pause, and in one response, in milliseconds. */
const SLICE_MS = 8;
const MAX_COMPARING_MS = 5_000;

interface ReadChange {
  readonly file: ChangedFile;
  /** Its part of the patch, or a comment line. */
  readonly patch: string;
}

interface Sides {
  readonly path: string;
  readonly before: PatchSide | null;
  readonly after: PatchSide | null;
}

/** Replaces what a patch cannot contain. `git apply` ignores it. */
function leftOut(path: string, reason: string): string {
  return `# ${quotePath(path)} is left out: ${reason}\n`;
}

async function sideOf(
  side: FileSide | null,
  content: Uint8Array<ArrayBuffer> | null,
): Promise<PatchSide | null> {
  if (side === null) return null;
  if (content === null) return { ...side, content, text: null, id: null };
  return { ...side, content, text: textOf(content), id: await blobId(content) };
}

async function sidesOf(comparison: Comparison, change: FileChange): Promise<Sides> {
  const [old, now] = await Promise.all([comparison.before(change), comparison.after(change)]);
  return {
    path: change.path,
    before: await sideOf(change.before, old),
    after: await sideOf(change.after, now),
  };
}

async function readChange({ path, before, after }: Sides, maxMs: number): Promise<ReadChange> {
  const { text, reason, additions, deletions, isBinary } = await filePatch(path, before, after, maxMs);
  const status = before === null ? "added" : after === null ? "deleted" : "modified";
  return {
    file: { path, status, additions, deletions, binary: isBinary },
    patch: reason === null ? text : leftOut(path, reason),
  };
}

/** The changes, ordered by path. Other work of the process runs in between. */
async function* readChanges(comparison: Comparison, clock: Clock): AsyncGenerator<ReadChange, void> {
  let leftMs = MAX_COMPARING_MS;
  let begun = clock.monotonic();
  for (let at = 0; at < comparison.changes.length; at += BATCH) {
    const batch = comparison.changes.slice(at, at + BATCH);
    for (const sides of await Promise.all(batch.map((change) => sidesOf(comparison, change)))) {
      const started = clock.monotonic();
      const change = await readChange(sides, leftMs);
      leftMs = Math.max(0, leftMs - (clock.monotonic() - started));
      yield change;
      if (clock.monotonic() - begun < SLICE_MS) continue;
      await nextTask();
      begun = clock.monotonic();
    }
  }
}

/** All changes in one answer, without what of the patch is too long. */
export async function wholeChanges(
  comparison: Comparison,
  clock: Clock,
): Promise<Pick<Changes, "files" | "diff">> {
  const files: ChangedFile[] = [];
  const parts: string[] = [];
  let left = MAX_DIFF_LENGTH;
  for await (const { file, patch } of readChanges(comparison, clock)) {
    files.push(file);
    const fits = patch.length <= left;
    parts.push(fits ? patch : leftOut(file.path, "the whole patch is too large; ask for text/x-diff"));
    if (fits) left -= patch.length;
  }
  return { files, diff: parts.join("") };
}

/** The parts of the complete patch. */
export async function* patchesOf(comparison: Comparison, clock: Clock): AsyncGenerator<string, void> {
  for await (const { patch } of readChanges(comparison, clock)) yield patch;
}
