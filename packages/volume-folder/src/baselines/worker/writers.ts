import { statSync } from "node:fs";
import { join } from "node:path";
import { REMOVED, WROTE } from "../names.ts";
import { baselineFolders } from "./room.ts";

/** When a write was noted, in milliseconds since 1970; never: 0. */
function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** The folders of baselines whose writes were noted since a moment. */
export function writersSince(dir: string, begun: number): readonly string[] {
  const writers = baselineFolders(dir).filter((name) => timeOf(join(dir, name, WROTE)) >= begun);
  return timeOf(join(dir, REMOVED)) >= begun ? [...writers, REMOVED] : writers;
}
