import type { Logger } from "@workspace-agent/core";
import type { SandboxProcess } from "@workspace-agent/core/ports";
import type { Launched } from "./launch.ts";
import { beginningOf, signalProcess, untilGone } from "./kill.ts";

/**
 * A command inside its own process namespace. Its end is the end of all: killing the first process of the namespace makes
 * the kernel kill every other one, whatever sessions and groups they made, before that one is gone.
 */
export function commandProcess(
  launched: Launched,
  abortSignal: AbortSignal | undefined,
  logger: Logger,
): SandboxProcess {
  let hasExited = false;
  const beginning = beginningOf(launched.insidePid);
  const kill = async () => {
    if (!hasExited) signalProcess(launched.insidePid, "SIGKILL");
    await finished;
  };
  const onAbort = () => {
    kill().catch((error: unknown) => {
      logger.error({ error, pid: launched.insidePid }, "a command could not be killed");
    });
  };
  const finished = launched.exited.then(async (exitCode) => {
    hasExited = true;
    // Where bubblewrap was killed as it began, what is inside waits for its word for ever.
    if (beginning !== null && beginningOf(launched.insidePid) === beginning)
      signalProcess(launched.insidePid, "SIGKILL");
    // The one that was launched reports the end a moment before the kernel has ended the rest.
    await untilGone(launched.insidePid, beginning);
    abortSignal?.removeEventListener("abort", onAbort);
    return { exitCode };
  });
  if (abortSignal?.aborted) onAbort();
  else abortSignal?.addEventListener("abort", onAbort, { once: true });
  return { pid: launched.pid, stdout: launched.stdout, stderr: launched.stderr, wait: () => finished, kill };
}
