import { spawn, type ChildProcess } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { exitOf } from "@workspace-agent/sandbox-place";
import { signalProcess } from "./kill.ts";
import { quote } from "./script.ts";

/** The kernel takes a moment to end a process. */
const TRIES = 200;

/**
 * The processes of this host that were started under a server's name: its bubblewraps, each of them twice, as who watches over a sandbox and
 * as its first process, with which all others end, and the shells that start them. No command can trace these, and so none can give them
 * another name.
 */
export async function processesNamed(name: string): Promise<number[]> {
  const ids = (await readdir("/proc").catch(() => [])).filter((id) => /^\d+$/.test(id));
  const words = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, "latin1").catch(() => "")));
  return ids.filter((_, index) => words[index]?.startsWith(`${name}\0`)).map(Number);
}

/** Kills what a server that is gone has left. Says whether nothing is there any more. */
export async function killLeftCommands(name: string): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries++) {
    const left = await processesNamed(name);
    if (left.length === 0) return true;
    for (const pid of left) signalProcess(pid, "SIGKILL");
    await sleep(10);
  }
  return false;
}

/** The same in bash, which kills before what it has started itself, and not itself. */
export function killingLeftCommands(name: string): string {
  const started = 'for __id in $(jobs -pr); do kill -KILL -- "-$__id"; done';
  const named = `IFS= read -r -d "" __word <"$__id/cmdline" && [[ $__word == ${quote(name)} && $__id != "/proc/$$" ]]`;
  return `${started}; for __id in /proc/[0-9]*; do ${named} && kill -KILL "\${__id#/proc/}"; done`;
}

/**
 * A process outside of all sandboxes that kills what a server leaves when that is killed. The kernel ends commands with what starts them
 * (`--die-with-parent`), but not those that are just being made: this one looks again for half a second.
 */
export class Warden {
  private constructor(
    private readonly shell: ChildProcess,
    private readonly exited: Promise<number>,
  ) {}

  static start(name: string): Warden {
    const script = `read; for __try in 1 2 3 4 5; do ${killingLeftCommands(name)}; sleep 0.1; done`;
    const shell = spawn("/bin/bash", ["--noprofile", "--norc", "-c", script], {
      stdio: ["pipe", "ignore", "ignore"],
      env: { PATH: "/usr/bin:/bin" },
      detached: true,
    });
    // A server without work may end by itself.
    shell.unref();
    if (shell.stdin instanceof Socket) shell.stdin.unref();
    return new Warden(shell, exitOf(shell));
  }

  async stop(): Promise<void> {
    this.shell.ref();
    this.shell.kill("SIGKILL");
    await this.exited;
  }
}
