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

/** When a process that runs began, in ticks since the host's start; null: there is none, or one that is dead and not yet fetched by its parent. */
export function beginningOf(pid: number): string | null {
  try {
    // The kernel answers from memory, sooner than another thread could be asked.
    const [state = "Z", ...fields] = readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ");
    return state === "Z" || state === "X" ? null : (fields[18] ?? null);
  } catch {
    return null;
  }
}

/**
 * Resolves when a process of this host has ended, which it is expected to do by itself in a moment. One that began at another time
 * has its id by chance.
 */
export async function untilGone(pid: number, beginning: string | null): Promise<void> {
  while (beginning !== null && beginningOf(pid) === beginning) await sleep(1);
}
