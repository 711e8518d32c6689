import { sandboxUnavailable } from "@workspace-agent/core/ports";
import { neverStarted, type StartedCommand } from "@workspace-agent/sandbox-process";

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
  const { promise: stopped, resolve, reject } = Promise.withResolvers<StartedCommand>();
  const onAbort = () => {
    resolve(neverStarted());
    stop.abort();
  };
  const timer = setTimeout(() => {
    const seconds = Math.round(ms / 1_000);
    reject(sandboxUnavailable(`A command could not be started within ${seconds} s.`));
    stop.abort();
  }, ms);
  abortSignal?.addEventListener("abort", onAbort, { once: true });
  const started = start(stop.signal);
  started.then((process) => (stop.signal.aborted ? process.kill() : undefined)).catch(() => {});
  try {
    return await Promise.race([started, stopped]);
  } finally {
    clearTimeout(timer);
    abortSignal?.removeEventListener("abort", onAbort);
  }
}
