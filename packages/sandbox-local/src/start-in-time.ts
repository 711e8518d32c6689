import { ABORTED, neverStarted, orAborted, sandboxUnavailable } from "@workspace-agent/core/ports";
import { orLate, type StartedCommand } from "@workspace-agent/sandbox-process";

/** Far more than a start takes on a busy host. */
const START_MS = 20_000;

/**
 * Starts a command. Returns one that never started when `abortSignal` aborts meanwhile, and throws `sandbox_unavailable` after `ms`
 * milliseconds: then the signal of `start` aborts, and a command that starts all the same is killed.
 */
export async function startInTime(
  start: (signal: AbortSignal) => Promise<StartedCommand>,
  abortSignal: AbortSignal | undefined,
  ms = START_MS,
): Promise<StartedCommand> {
  const stop = new AbortController();
  const started = start(stop.signal);
  const first = await orLate(orAborted(started, abortSignal), ms, null);
  if (first !== ABORTED && first !== null) return first;
  stop.abort();
  started.then((process) => process.kill()).catch(() => {});
  if (first === ABORTED) return neverStarted();
  throw sandboxUnavailable(`A command could not be started within ${Math.round(ms / 1_000)} s.`);
}
