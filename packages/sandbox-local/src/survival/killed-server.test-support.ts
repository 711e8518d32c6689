import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished } from "vitest";
import { WAYS_TO_OUTLIVE } from "./ways-to-outlive.test-support.ts";

const SCRIPT = fileURLToPath(new URL("./server-to-kill.test-support.ts", import.meta.url));

/** Runs its arguments, and becomes the parent of every process that they leave (PR_SET_CHILD_SUBREAPER). */
const KEEPER =
  "syscall(`uname -m` =~ /x86_64/ ? 157 : 167, 36, 1, 0, 0, 0); unless (fork) { exec @ARGV } while (1) { wait == -1 and sleep 1 }";

interface Running {
  readonly pid: number;
  readonly parent: number;
}

async function running(): Promise<Running[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(
    ids.map(async (id) => {
      const stat = await readFile(`/proc/${id}/stat`, "latin1").catch(() => "");
      const [, state = "Z", parent = "0"] = /\) (\S) (\d+) /.exec(stat) ?? [];
      return { pid: Number(id), parent: Number(parent), isDead: state === "Z" || state === "X" };
    }),
  );
  return all.filter(({ isDead }) => !isDead);
}

/** A server that starts commands, with all processes that descend from it. */
export interface ServerToKill {
  readonly pid: number;
  /** The folder of its sandboxes. */
  readonly dir: string;
  /** Resolves before the server starts this many commands. */
  beginning(commands: number): Promise<void>;
  /** Resolves when all commands that try to outlive the server are ready. */
  untilAllTry(): Promise<void>;
  /** The running descendants, without the server. */
  others(): Promise<number[]>;
  childrenWith(argument: string): Promise<number[]>;
}

/** Starts a server. Kills its descendants after the test. */
export async function serverToKill(): Promise<ServerToKill> {
  const root = await mkdtemp(join(tmpdir(), "killed-server-"));
  const [folder, dir] = [join(root, "files"), join(root, "sandboxes")];
  await mkdir(folder);
  const keeper = spawn("perl", ["-e", KEEPER, process.execPath, SCRIPT, folder, dir], {
    env: { PATH: process.env["PATH"] ?? "" },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const lines: string[] = [];
  let wake = () => {};
  let hasEnded = false;
  createInterface({ input: keeper.stdout })
    .on("line", (line) => {
      lines.push(line);
      wake();
    })
    .once("close", () => {
      hasEnded = true;
      wake();
    });
  const untilLines = async (count: number) => {
    while (lines.length < count) {
      if (hasEnded) throw new Error("The server has ended by itself.");
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  const descendants = async () => {
    const all = await running();
    const found = new Set([keeper.pid ?? 0]);
    for (let size = 0; size !== found.size;) {
      size = found.size;
      for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
    }
    return [...found].filter((pid) => pid !== keeper.pid);
  };
  onTestFinished(async () => {
    const kill = (pid: number) => {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It has ended by itself.
      }
    };
    for (const pid of await descendants()) kill(pid);
    keeper.kill("SIGKILL");
    await rm(root, { recursive: true, force: true, maxRetries: 20 });
  });
  await untilLines(1);
  const pid = Number(lines[0]);
  return {
    pid,
    dir,
    beginning: (commands) => untilLines(commands + 1),
    async untilAllTry() {
      const names = Object.keys(WAYS_TO_OUTLIVE).toSorted();
      await expect.poll(async () => (await readdir(folder)).toSorted()).toEqual(names);
    },
    others: async () => (await descendants()).filter((id) => id !== pid),
    async childrenWith(argument) {
      const children = (await running()).filter(({ parent }) => parent === pid);
      const words = await Promise.all(
        children.map((child) => readFile(`/proc/${child.pid}/cmdline`, "latin1").catch(() => "")),
      );
      return children.filter((_, index) => words[index]?.includes(argument)).map((child) => child.pid);
    },
  };
}
