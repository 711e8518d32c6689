import { DomainError, type Logger } from "@workspace-agent/core";
import type { CommandOptions, SandboxProcess } from "@workspace-agent/core/ports";
import { feed } from "@workspace-agent/sandbox-place";
import type { Run, Worker } from "./worker.ts";

const KILLED = 137;

/** What a command needs of the container that it runs in. */
export interface RunsIn {
  /** Ends the command's processes, whatever that takes. Resolves when they are gone. */
  end(worker: Worker, run: Run): Promise<void>;
  /** After the end of a command; strangers are processes that may belong to none. */
  afterwards(run: Run, hasStrangers: boolean): Promise<void>;
  /** The exit code of a command whose worker is gone, or `sandbox_unavailable` where its container is. */
  fateOf(worker: Worker): Promise<number>;
}

/** A command that a worker has taken. */
export function commandProcess(
  container: RunsIn,
  { worker, run }: { readonly worker: Worker; readonly run: Run },
  { abortSignal, stdin }: CommandOptions,
  logger: Logger,
): SandboxProcess {
  let killing: Promise<void> | null = null;
  let hasEnded = false;
  const kill = async () => {
    if (hasEnded) return;
    await (killing ??= container.end(worker, run).finally(() => resolveKilled()));
  };
  let resolveKilled: () => void = () => {};
  const killed = new Promise<void>((resolve) => (resolveKilled = resolve));
  const byItself = run.ended.then(async (ending) => {
    if (killing !== null) return killed.then(() => KILLED);
    if (ending === null) return container.fateOf(worker);
    await container.afterwards(run, ending.hasStrangers);
    return ending.exitCode;
  });
  const onAbort = () => {
    kill().catch((error: unknown) => {
      logger.error({ error }, "a command could not be killed");
    });
  };
  const finished = Promise.race([byItself, killed.then(() => KILLED)])
    .then((exitCode) => ({ exitCode }))
    .finally(() => {
      hasEnded = true;
      abortSignal?.removeEventListener("abort", onAbort);
    });
  // Whoever waits is told; a command that nobody waits for may be lost unheard.
  finished.catch((error: unknown) => {
    logger.warn({ error: DomainError.isInstance(error) ? error.detail : error }, "a command was lost");
  });
  const process = { stdout: run.stdout, stderr: run.stderr, wait: () => finished, kill };
  if (abortSignal?.aborted) onAbort();
  else abortSignal?.addEventListener("abort", onAbort, { once: true });
  if (stdin !== undefined) feed(stdin, worker.stdin, process, logger);
  return process;
}
