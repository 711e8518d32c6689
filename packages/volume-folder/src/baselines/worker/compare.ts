import { existsSync } from "node:fs";
import { join } from "node:path";
import { compareStates } from "@workspace-agent/core/changes";
import type { CompareJob, StoredContent, Outcome } from "../../threads/messages.ts";
import { ENDED, endOf } from "../names.ts";
import { readIndex, type BaselineIndex, type IndexedFile } from "./index-file.ts";
import { Look } from "./look.ts";
import { writersSince } from "./writers.ts";

/** The files at a baseline's end; null while it has none. */
function readEnd(dir: string, name: string): BaselineIndex | null {
  const end = existsSync(join(dir, name, ENDED)) ? readIndex(join(dir, endOf(name))) : null;
  return end === null || end.isRefused ? null : end;
}

/** The stored contents of the files at some paths. */
function storedOf(
  files: ReadonlyMap<string, IndexedFile>,
  changes: readonly { readonly path: string }[],
): Map<string, StoredContent> {
  const stored = new Map<string, StoredContent>();
  for (const { path } of changes) {
    const file = files.get(path);
    if (file?.stored != null) stored.set(path, { ...file.stored, size: file.size });
  }
  return stored;
}

/** Compares a baseline with its end, or with the current files. */
export function compare({ volume, dir, name }: CompareJob): Outcome {
  const baseline = readIndex(join(dir, name));
  if (baseline === null) return null;
  if (baseline.isRefused) return "refused";
  const end = readEnd(dir, name);
  const now = end ?? new Look({ baseline, reused: baseline }).at(volume);
  if ("isTooMany" in now && now.isTooMany) return "refused";
  const changes = compareStates(baseline, now.files);
  return {
    changes,
    stored: storedOf(baseline.files, changes),
    storedAtEnd: end === null ? null : storedOf(end.files, changes),
    writers: end?.writers ?? writersSince(dir, baseline.begun),
  };
}
