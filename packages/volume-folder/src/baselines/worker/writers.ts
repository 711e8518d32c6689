import { statSync } from "node:fs";
import { join } from "node:path";
import { REMOVED, WROTE } from "../names.ts";
import { baselineFolders } from "./stored-contents.ts";

/** The time of the last noted write in milliseconds since 1970; 0 for none. */
function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** The folders of baselines with writes since `begun`. */
export function writersSince(dir: string, begun: number): readonly string[] {
  const writers = baselineFolders(dir).filter((name) => timeOf(join(dir, name, WROTE)) >= begun);
  return timeOf(join(dir, REMOVED)) >= begun ? [...writers, REMOVED] : writers;
}
