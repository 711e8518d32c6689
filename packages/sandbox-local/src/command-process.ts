import type { StartedCommand } from "@workspace-agent/sandbox-process";
import { endProcess } from "./kill.ts";
import type { Launched } from "./launch.ts";

/**
 * A command in a process namespace of its own. When the first process of the namespace is killed, the kernel kills every other one before
 * that one is gone, whatever sessions and groups they made.
 */
export function commandProcess({ inside, exited, ...started }: Launched): StartedCommand {
  const finished = exited.then(async (exitCode) => {
    // Bubblewrap reports the end a moment before the kernel has ended the rest; killed itself, it leaves the first process behind.
    await endProcess(inside);
    return { exitCode };
  });
  return {
    ...started,
    wait: () => finished,
    async kill() {
      await endProcess(inside);
      await finished;
    },
  };
}
