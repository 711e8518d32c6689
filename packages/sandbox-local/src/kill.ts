import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { hasCode } from "@workspace-agent/sandbox-process";

/** Sends a signal to a process of this host; one that is gone is fine. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!hasCode(error, "ESRCH")) throw error;
  }
}

/** When a process started, in ticks since the host's start; null: it is absent or a zombie. */
export function beginningOf(pid: number): string | null {
  try {
    // Read synchronously: the kernel answers from memory, sooner than another thread could.
    const [state = "Z", ...fields] = readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ");
    return state === "Z" || state === "X" ? null : (fields[18] ?? null);
  } catch {
    return null;
  }
}

/** Resolves when a process that is about to end has ended. A process with another beginning has reused its id. */
export async function untilGone(pid: number, beginning: string | null): Promise<void> {
  while (beginning !== null && beginningOf(pid) === beginning) await sleep(1);
}
