import { ABORTED, orAborted } from "@workspace-agent/core/ports";
import { orLate } from "@workspace-agent/sandbox-process";
import type { Run } from "./worker.ts";

/** How long a waiting worker may take to report the start of a command. */
const BEGIN_MS = 10_000;

/** `gone`: the worker has ended and never runs the command. `late` and `aborted`: the command may still start, or run unreported. */
type Beginning = "begun" | "gone" | "late" | "aborted";

export async function beginningOf(run: Run, signal: AbortSignal | undefined): Promise<Beginning> {
  const begun = run.hasBegun.then((hasBegun) => (hasBegun ? ("begun" as const) : "gone"));
  const first = await orAborted(orLate(begun, BEGIN_MS, "late"), signal);
  return first === ABORTED ? "aborted" : first;
}
