import { statSync } from "node:fs";
import { join } from "node:path";
import { compareStates } from "@workspace-agent/core/changes";
import type { CompareJob, KeptContent, Outcome } from "../messages.ts";
import { REMOVED, WROTE } from "../names.ts";
import { readIndex } from "./index-file.ts";
import { Look } from "./look.ts";
import { baselineFolders } from "./room.ts";

/** When a write was noted, in milliseconds since 1970; never: 0. */
function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function writersSince(dir: string, begun: number): string[] {
  const writers = baselineFolders(dir).filter((name) => timeOf(join(dir, name, WROTE)) >= begun);
  return timeOf(join(dir, REMOVED)) >= begun ? [...writers, REMOVED] : writers;
}

/** What a volume holds now, against a baseline. */
export function compare({ volume, dir, name }: CompareJob): Outcome {
  const baseline = readIndex(join(dir, name));
  if (baseline === null) return null;
  if (baseline.isRefused) return "refused";
  const now = new Look({ baseline, reused: baseline }).at(volume);
  if (now.isTooMany) return "refused";
  const changes = compareStates(baseline, now.files);
  const kept = new Map<string, KeptContent>();
  for (const { path, before } of changes) {
    const content = before === null ? null : baseline.files.get(path)?.kept;
    if (before !== null && content != null) kept.set(path, { ...content, size: before.size });
  }
  return { changes, kept, writers: writersSince(dir, baseline.begun) };
}
