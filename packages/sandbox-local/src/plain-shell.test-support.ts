import { readFile } from "node:fs/promises";
import { expect, onTestFinished } from "vitest";
import { oneWorkspace } from "./one-workspace.test-support.ts";

/** Whether a process runs. A zombie does not. */
export async function isThere(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => ") X");
  return !/\) [XZ]/.test(stat);
}

async function childrenOf(pid: number): Promise<number[]> {
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, "latin1").catch(() => "");
  return listed.trim().split(" ").filter(Boolean).map(Number);
}

/** Every bash below the launching shell, waiting or not, with its process group. */
export async function bashesBelow(shell: number): Promise<{ group: number; pid: number }[]> {
  const found: { group: number; pid: number }[] = [];
  for (const group of await childrenOf(shell))
    for (const pid of await childrenOf(group))
      if ((await readFile(`/proc/${pid}/cmdline`, "latin1").catch(() => "")).includes("-c\0LC_ALL=C;"))
        found.push({ group, pid });
  return found;
}

/** A workspace with a bash that waits for the next command. */
export async function withOneWaiting() {
  const own = await oneWorkspace({ isolation: "none" });
  onTestFinished(own.remove);
  const shell = Number((await own.sandbox.run({ command: "ps -o ppid= -p $PPID" })).stdout.trim());
  const waiting = () => expect.poll(() => bashesBelow(shell)).toHaveLength(1);
  await waiting();
  return { own, shell, waiting };
}
