import type { ChildProcess } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { quote } from "@workspace-agent/sandbox-process";
import { signalProcess } from "./kill.ts";
import { startProcess } from "./start-process.ts";

/** The kernel needs a moment to end a process. */
const TRIES = 200;

/**
 * The processes of this host that were started under a server's name: the bubblewraps of its sandboxes, and what becomes one. All others end
 * with these. No command can trace them, so none can change their names.
 */
export async function processesNamed(name: string): Promise<number[]> {
  const ids = (await readdir("/proc").catch(() => [])).filter((id) => /^\d+$/.test(id));
  const words = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, "latin1").catch(() => "")));
  return ids.filter((_, index) => words[index]?.startsWith(`${name}\0`)).map(Number);
}

/** Kills the processes of a server that is gone. Returns whether all of them ended. */
export async function killOrphans(serverName: string): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries++) {
    const orphans = await processesNamed(serverName);
    if (orphans.length === 0) return true;
    for (const pid of orphans) signalProcess(pid, "SIGKILL");
    await sleep(10);
  }
  return false;
}

/** The same as a script for bash. */
function killingOrphans(serverName: string): string {
  const isNamed = `IFS= read -r -d "" __word <"$__id/cmdline" && [[ $__word == ${quote(serverName)} ]]`;
  return `for __id in /proc/[0-9]*; do ${isNamed} && kill -KILL "\${__id#/proc/}"; done`;
}

/**
 * A process outside of all sandboxes that kills the server's processes when the server is killed. The kernel ends commands with what starts
 * them (`--die-with-parent`), but not those that are just starting: the watchdog looks again for half a second.
 */
export class Watchdog {
  private constructor(
    private readonly shell: ChildProcess,
    private readonly exited: Promise<number>,
  ) {}

  static start(serverName: string): Watchdog {
    const script = `read; for __try in 1 2 3 4 5; do ${killingOrphans(serverName)}; sleep 0.1; done`;
    const { child, exited } = startProcess("/bin/bash", ["--noprofile", "--norc", "-c", script], {
      stdio: ["pipe", "ignore", "ignore"],
      env: { PATH: "/usr/bin:/bin" },
    });
    // A server without work may exit by itself.
    child.unref();
    if (child.stdin instanceof Socket) child.stdin.unref();
    return new Watchdog(child, exited);
  }

  async stop(): Promise<void> {
    this.shell.ref();
    this.shell.kill("SIGKILL");
    await this.exited;
  }
}
