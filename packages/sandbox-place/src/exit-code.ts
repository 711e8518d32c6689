import type { ChildProcess } from "node:child_process";
import { constants } from "node:os";

/** How a process ends: its exit code, 128 + the number of the signal that killed it, or 127 when it could not be started. */
export function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) =>
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    );
    child.once("error", () => resolve(127));
  });
}
