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

/** A file of the kernel's, read synchronously: the kernel answers from memory, sooner than another thread could. Null: it is absent. */
export function readAtOnce(path: string): string | null {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return null;
  }
}

/** When a process started, in ticks since the host's start; null: it is absent or a zombie. */
export function beginningOf(pid: number): string | null {
  const stat = readAtOnce(`/proc/${pid}/stat`);
  if (stat === null) return null;
  const [state = "Z", ...fields] = stat.replace(/^.*\) /s, "").split(" ");
  return state === "Z" || state === "X" ? null : (fields[18] ?? null);
}

/** A process of this host: a process of its id with another beginning is another one. Null: it had ended already. */
export interface KnownProcess {
  readonly pid: number;
  readonly beginning: string | null;
}

/** Kills a process, unless it has ended, and resolves when it is gone. */
export async function endProcess({ pid, beginning }: KnownProcess): Promise<void> {
  const isThere = () => beginning !== null && beginningOf(pid) === beginning;
  if (isThere()) signalProcess(pid, "SIGKILL");
  while (isThere()) await sleep(1);
}
