import type { ChildProcess } from "node:child_process";
import { constants } from "node:os";

/** Resolves with a process's exit code: 128 + signal number when it was killed, 127 when it could not be started. */
export function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    if (child.pid === undefined) resolve(127);
    child.once("exit", (code, signal) =>
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    );
    child.once("error", () => resolve(127));
  });
}
