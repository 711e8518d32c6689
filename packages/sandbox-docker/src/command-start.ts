import { setTimeout as sleep } from "node:timers/promises";
import { ABORTED, orAborted } from "./or-aborted.ts";
import type { Run } from "./worker.ts";

/** How long a waiting worker may take to report the start of a command. */
const BEGIN_MS = 10_000;

/** `gone`: the worker has ended and never runs the command. `late` and `aborted`: the command may still start, or run unreported. */
type Beginning = "begun" | "gone" | "late" | "aborted";

export async function beginningOf(run: Run, signal: AbortSignal | undefined): Promise<Beginning> {
  const timer = new AbortController();
  try {
    const late = sleep(BEGIN_MS, "late" as const, { signal: timer.signal, ref: false });
    late.catch(() => {});
    const begun = run.hasBegun.then((hasBegun) => (hasBegun ? "begun" : "gone"));
    const first = await orAborted(Promise.race([begun, late]), signal);
    return first === ABORTED ? "aborted" : first;
  } finally {
    timer.abort();
  }
}
