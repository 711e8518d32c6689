import { DomainError } from "@workspace-agent/core";
import type { SandboxProcess } from "@workspace-agent/core/ports";
import { neverStarted } from "@workspace-agent/sandbox-place";

/** Far more than a start takes on a busy host. */
export const START_MS = 20_000;

/**
 * What `start` gives, which is asked to stop by its signal: a command that never started when `abortSignal` aborts meanwhile, and
 * `sandbox_unavailable` when it takes longer than `ms` milliseconds. What starts late all the same is killed; nobody waits for it.
 */
export async function startInTime(
  start: (signal: AbortSignal) => Promise<SandboxProcess>,
  abortSignal: AbortSignal | undefined,
  ms = START_MS,
): Promise<SandboxProcess> {
  const stop = new AbortController();
  const { promise: stopped, resolve, reject } = Promise.withResolvers<SandboxProcess>();
  const onAbort = () => {
    resolve(neverStarted());
    stop.abort();
  };
  const timer = setTimeout(() => {
    const seconds = Math.round(ms / 1_000);
    reject(new DomainError("sandbox_unavailable", `A command could not be started within ${seconds} s.`));
    stop.abort();
  }, ms);
  abortSignal?.addEventListener("abort", onAbort, { once: true });
  const started = start(stop.signal);
  started
    .then(
      (process) => (stop.signal.aborted ? process.kill() : undefined),
      () => {},
    )
    .catch(() => {});
  try {
    return await Promise.race([started, stopped]);
  } finally {
    clearTimeout(timer);
    abortSignal?.removeEventListener("abort", onAbort);
  }
}
