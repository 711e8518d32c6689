import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { MAX_TEXT_BYTES } from "@workspace-agent/core/changes";
import { hasCode } from "../../has-code.ts";
import type { KeepJob, RefuseJob } from "../../threads/messages.ts";
import { ENDED, INDEX, LATEST } from "../names.ts";
import { encodeIndex, packsOf, readIndex, type BaselineIndex } from "./index-file.ts";
import { Look, type Looked } from "./look.ts";
import { PackWriter } from "./pack-writer.ts";
import { dropOldContents, MAX_STORED_BYTES } from "./stored-contents.ts";
import { writersSince } from "./writers.ts";

/** A baseline that would share more packs than this reads everything again, into one pack. */
const MOST_PACKS = 16;

function flush(path: string): void {
  const fd = openSync(path, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** The newest baseline, with the files whose contents still exist; null where there is none to share with. */
function latest(dir: string): { readonly folder: string; readonly index: BaselineIndex } | null {
  let folder: string;
  try {
    folder = join(dir, readFileSync(join(dir, LATEST), "utf8"));
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
  const index = readIndex(folder);
  if (index === null || index.isRefused) return null;
  const packs = packsOf(index);
  if (packs.length > MOST_PACKS) return null;
  const there = new Set(packs.filter((pack) => existsSync(join(folder, pack))));
  const files = [...index.files].filter(([, { stored, size }]) =>
    // A small file without a stored content is read again.
    stored === null ? size > MAX_TEXT_BYTES : there.has(stored.pack),
  );
  return { folder, index: { ...index, files: new Map(files) } };
}

/** Links the packs that are not new. Returns false where another baseline has removed them meanwhile. */
function share(from: string | null, folder: string, packs: readonly string[]): boolean {
  for (const pack of packs) {
    if (existsSync(join(folder, pack))) continue;
    if (from === null) return false;
    try {
      linkSync(join(from, pack), join(folder, pack));
    } catch (error) {
      if (hasCode(error, "ENOENT")) return false;
      throw error;
    }
  }
  return true;
}

function sizeOf(folder: string, packs: readonly string[]): number {
  return packs.reduce((sum, pack) => sum + statSync(join(folder, pack)).size, 0);
}

interface LookedAndStored extends Looked {
  /** Whether new contents were written. */
  readonly hasGrown: boolean;
}

function lookAndKeep(
  { volume, dir, durable }: KeepJob,
  baseline: BaselineIndex | null,
  folder: string,
  sharesLatest: boolean,
): LookedAndStored | null {
  const from = sharesLatest ? latest(dir) : null;
  const room = () => MAX_STORED_BYTES - (from === null ? 0 : sizeOf(from.folder, packsOf(from.index)));
  const writer = new PackWriter(folder, room);
  const keep = (bytes: Uint8Array) => writer.add(bytes);
  let looked: Looked;
  try {
    looked = new Look({ baseline, reused: from?.index ?? null, keep }).at(volume);
  } finally {
    writer.close(durable);
  }
  const hasGrown = writer.bytes > 0;
  if (looked.isTooMany) return { ...looked, files: new Map(), hidden: new Set(), hasGrown };
  return share(from?.folder ?? null, folder, packsOf(looked)) ? { ...looked, hasGrown } : null;
}

/** Renames the complete folder, unless the name exists. An end replaces an earlier one. */
function finish(job: KeepJob | RefuseJob, index: BaselineIndex): void {
  const { dir, name, hidden, durable } = job;
  const folder = join(dir, hidden);
  const file = join(folder, INDEX);
  writeFileSync(file, encodeIndex(index), { mode: 0o600 });
  if (durable) {
    flush(file);
    flush(folder);
  }
  if (job.type === "keep" && job.endOf !== null) rmSync(join(dir, name), { recursive: true, force: true });
  try {
    renameSync(folder, join(dir, name));
  } catch (error) {
    if (!hasCode(error, "ENOTEMPTY", "EEXIST")) throw error;
    return;
  }
  if (durable) flush(dir);
}

/** Calls `work` with a new folder, and removes it unless it was renamed. */
function inFolder<T>({ dir, hidden }: KeepJob | RefuseJob, work: (folder: string) => T): T {
  const folder = join(dir, hidden);
  mkdirSync(folder, { mode: 0o700 });
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function refuse(job: RefuseJob): void {
  inFolder(job, () => finish(job, { begun: job.now, isRefused: true, files: new Map(), hidden: new Set() }));
}

/** Makes a baseline, unless it exists, or the end of one. An interrupted call leaves none. */
export function keep(job: KeepJob): void {
  const { dir, name, now, endOf } = job;
  if (endOf === null && existsSync(join(dir, name, INDEX))) return;
  const baseline = endOf === null ? null : readIndex(join(dir, endOf));
  if (endOf !== null && (baseline === null || baseline.isRefused)) return;
  const writers = baseline === null ? {} : { writers: writersSince(dir, baseline.begun) };
  const hasGrown = inFolder(job, (folder) => {
    const looked = lookAndKeep(job, baseline, folder, true) ?? lookAndKeep(job, baseline, folder, false);
    if (looked === null) throw new Error("The contents of a baseline vanished while it was made.");
    finish(job, { ...looked, ...writers, begun: now, isRefused: looked.isTooMany });
    if (endOf !== null) writeFileSync(join(dir, endOf, ENDED), "", { mode: 0o600 });
    return looked.hasGrown;
  });
  // A hint: without it, more files are read.
  writeFileSync(join(dir, LATEST), name, { mode: 0o600 });
  if (hasGrown) dropOldContents(dir);
}
