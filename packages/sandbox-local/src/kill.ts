import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Sends a signal to a process of this host; one that is gone is fine. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    const isGone = error instanceof Error && "code" in error && error.code === "ESRCH";
    if (!isGone) throw error;
  }
}

/** Whether a process still runs; one that is dead and not yet fetched by its parent does not. */
function isRunning(pid: number): boolean {
  try {
    // The kernel answers from memory, sooner than another thread could be asked.
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}

/** Resolves when a process of this host has ended, which it is expected to do by itself in a moment. */
export async function untilGone(pid: number): Promise<void> {
  while (isRunning(pid)) await sleep(1);
}
