import { DomainError, type Logger } from "@workspace-agent/core";
import { KILLED } from "@workspace-agent/core/ports";
import type { StartedCommand } from "@workspace-agent/sandbox-process";
import type { Run, Worker } from "./worker.ts";

/** The worker of a command, as its end needs it. */
export type CommandWorker = Pick<Worker, "mark" | "pid" | "stdin">;

/** The container of a command, as the command needs it. */
export interface CommandContainer {
  /** Ends the command's processes, whatever that takes. Resolves when they are gone. */
  end(worker: CommandWorker, run: Run): Promise<void>;
  /** Called after the end of a command. Strangers are processes that may belong to no command. */
  afterwards(run: Run, hasStrangers: boolean): Promise<void>;
  /** The exit code of a command whose worker is gone. Throws `sandbox_unavailable` where its container is gone too. */
  fateOf(worker: CommandWorker): Promise<number>;
}

/** A command that a worker runs. */
export function commandProcess(
  container: CommandContainer,
  { worker, run }: { readonly worker: CommandWorker; readonly run: Run },
  hasStdin: boolean,
  logger: Logger,
): StartedCommand {
  let killing: Promise<void> | null = null;
  let hasEnded = false;
  const killed = Promise.withResolvers<number>();
  const byItself = run.ended.then(async (ending) => {
    if (killing !== null) return killed.promise;
    if (ending === null) return container.fateOf(worker);
    // From here on the worker may run the next command, which a kill must not end.
    hasEnded = true;
    await container.afterwards(run, ending.hasStrangers);
    return ending.exitCode;
  });
  const finished = Promise.race([byItself, killed.promise])
    .then((exitCode) => ({ exitCode }))
    .finally(() => (hasEnded = true));
  // A caller that waits gets the error.
  finished.catch((error: unknown) => {
    logger.warn({ error: DomainError.isInstance(error) ? error.detail : error }, "a command was lost");
  });
  return {
    stdin: hasStdin ? worker.stdin : null,
    stdout: run.stdout,
    stderr: run.stderr,
    wait: () => finished,
    async kill() {
      if (hasEnded) await Promise.allSettled([finished]);
      else await (killing ??= container.end(worker, run).finally(() => killed.resolve(KILLED)));
    },
  };
}
