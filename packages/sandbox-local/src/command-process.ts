import type { StartedCommand } from "@workspace-agent/sandbox-process";
import { beginningOf, signalProcess, untilGone } from "./kill.ts";
import type { Launched } from "./launch.ts";

/**
 * A command in a process namespace of its own. When the first process of the namespace is killed, the kernel kills every other one before
 * that one is gone, whatever sessions and groups they made.
 */
export function commandProcess({ insidePid, exited, ...started }: Launched): StartedCommand {
  let hasExited = false;
  const beginning = beginningOf(insidePid);
  const finished = exited.then(async (exitCode) => {
    hasExited = true;
    // Where bubblewrap was killed during its start, its child would wait for it forever.
    if (beginning !== null && beginningOf(insidePid) === beginning) signalProcess(insidePid, "SIGKILL");
    // Bubblewrap reports the end a moment before the kernel has ended the rest.
    await untilGone(insidePid, beginning);
    return { exitCode };
  });
  return {
    ...started,
    wait: () => finished,
    async kill() {
      if (!hasExited) signalProcess(insidePid, "SIGKILL");
      await finished;
    },
  };
}
