import { setTimeout as sleep } from "node:timers/promises";
import { ABORTED, orAborted } from "./or-aborted.ts";
import type { Run } from "./worker.ts";

/** How long a worker that waits may take to begin a command. It has nothing to do but say so. */
const BEGIN_MS = 10_000;

/** `gone`: the worker has ended and never runs it. `late` and `aborted`: it may still begin, or has begun unheard. */
export type Beginning = "begun" | "gone" | "late" | "aborted";

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
