import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Logger, Sandbox } from "@workspace-agent/core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { oneWorkspace, type OneWorkspace } from "./one-workspace.test-support.ts";

process.env["WORKSPACE_AGENT_CANARY"] = "canary-of-the-server";

/** Not one that has died and is still to be fetched. */
async function isThere(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => ") X");
  return !/\) [XZ]/.test(stat);
}

async function childrenOf(pid: number): Promise<number[]> {
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, "latin1").catch(() => "");
  return listed.trim().split(" ").filter(Boolean).map(Number);
}

/** Every bash that waits for its command, or has one, below the shell that starts them, and its process group. */
async function bashesBelow(shell: number): Promise<{ group: number; pid: number }[]> {
  const found: { group: number; pid: number }[] = [];
  for (const group of await childrenOf(shell))
    for (const pid of await childrenOf(group))
      if ((await readFile(`/proc/${pid}/cmdline`, "latin1").catch(() => "")).includes("-c\0LC_ALL=C;"))
        found.push({ group, pid });
  return found;
}

/** A workspace of its own, of which a bash waits for the next command. */
async function withOneWaiting() {
  const own = await oneWorkspace({ isolation: "none" });
  onTestFinished(own.remove);
  const shell = Number((await own.sandbox.run({ command: "ps -o ppid= -p $PPID" })).stdout.trim());
  const waiting = () => expect.poll(() => bashesBelow(shell)).toHaveLength(1);
  await waiting();
  return { own, shell, waiting };
}

describe("the local sandbox without isolation, asked for in so many words", () => {
  const warnings: string[] = [];
  const logger: Logger = { debug() {}, info() {}, error() {}, warn: (_, message) => warnings.push(message) };
  let place: OneWorkspace;
  let sandbox: Sandbox;

  beforeAll(async () => {
    place = await oneWorkspace({ isolation: "none", logger });
    ({ sandbox } = place);
  });
  afterAll(async () => {
    await place.remove();
  });

  it("says so at the start", () => {
    expect(warnings).toEqual([expect.stringContaining("without isolation")]);
    expect(sandbox.description).toContain("without isolation");
    expect(sandbox.description).toContain("there is no /workspace");
  });

  it("runs commands in the workspace's folder, with an environment of their own", async () => {
    await sandbox.writeTextFile({ path: "/workspace/sub/a.txt", content: "hello" });
    const result = await sandbox.run({
      command: "cat a.txt; env; exit 3",
      workingDirectory: "/workspace/sub",
      env: { OWN: "mine" },
    });
    expect(result.exitCode).toBe(3);
    expect(result.stdout).toContain("hello");
    expect(result.stdout).toContain("OWN=mine");
    expect(result.stdout).not.toContain("canary");
  });

  it("comes back although a child holds the pipes, and kills what it is told to", async () => {
    const begun = performance.now();
    expect((await sandbox.run({ command: "sleep 60 & echo done" })).stdout).toBe("done\n");
    const stop = new AbortController();
    const process = await sandbox.spawn({ command: "sleep 60; echo late", abortSignal: stop.signal });
    stop.abort();
    expect(await process.wait()).toEqual({ exitCode: 137 });
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it("gives commands their own exit code, group and variables, and nothing of the shell that starts them", async () => {
    const codes = ["exit 5", "kill -KILL $$", "kill -TERM $$; sleep 5", "kill -TERM 0; sleep 5"];
    const ended = await Promise.all(codes.map((command) => sandbox.run({ command })));
    expect(ended.map(({ exitCode }) => exitCode)).toEqual([5, 137, 143, 143]);
    expect(ended.map(({ stderr }) => stderr)).toEqual(["", "", "", ""]);
    const command = "ls /proc/self/fd | sort -n | tr '\\n' ' '; echo; env; echo to-errors >&2; echo $SHLVL";
    const { stdout, stderr } = await sandbox.run({ command, env: { QUOTED: "it's\n$HOME" } });
    expect(stdout.split("\n")[0]).toBe("0 1 2 3 ");
    expect(stdout).toContain("QUOTED=it's\n$HOME\n");
    expect(stdout).not.toMatch(/__line|__pid|OLDPWD/);
    expect(stdout).toMatch(/\n1\n$/);
    expect(stderr).toBe("to-errors\n");
  });

  it("gives commands texts of any script and length as they are", async () => {
    for (const text of ["x", "日本語 😀\n'\"$\\", "ü".repeat(10_000), "y".repeat(30_000)]) {
      const { stdout } = await sandbox.run({ command: 'printf %s "$TEXT"', env: { TEXT: text } });
      expect(stdout).toBe(text);
    }
  });

  it("runs a command whose folder is gone to a failure, and one that is longer than a word may be", async () => {
    expect((await sandbox.run({ command: "true", workingDirectory: "/workspace/gone" })).exitCode).toBe(127);
    const long = `: ${"a".repeat(50_000)}; echo ran`;
    expect((await sandbox.run({ command: long })).stdout).toBe("ran\n");
    const longer = `: ${"b".repeat(250_000)}${"\n: 'a line'".repeat(4_500)}\necho $LINENO`;
    expect((await sandbox.run({ command: longer })).stdout).toBe("4502\n");
  });

  it("gives each command a bash as if it had just been started, in the command's own locale", async () => {
    // The first one's end has the next one started, which then waits for longer than a second.
    await Promise.all(["true", "sleep 1.1"].map((command) => sandbox.run({ command })));
    const command =
      "printf '%s ' $'\\u00e9' ${#TEXT} $LINENO $SECONDS $0 $-\nno-such-command\nset | grep -E '^(__|LC_)'; cat";
    expect(await sandbox.run({ command, env: { TEXT: "日本" } })).toEqual({
      exitCode: 0,
      stdout: "é 2 1 0 /bin/bash hBc ",
      stderr: "/bin/bash: line 2: no-such-command: command not found\n",
    });
    const { stdout } = await sandbox.run({ command: "echo ${#TEXT}", env: { TEXT: "é", LC_ALL: "C" } });
    expect(stdout).toBe("2\n");
  });

  it("has a bash wait for the next command, starts another when that was killed, and leaves none behind", async () => {
    const { own, shell, waiting } = await withOneWaiting();
    // At once after it was killed, alone or with who waits for it: what is told to it then gets lost. And when its end was noticed.
    for (const isNoticed of [false, true, false, true, false, false, false, false])
      for (const isAlone of [false, true]) {
        for (const { group, pid } of await bashesBelow(shell))
          process.kill(isAlone ? pid : -group, "SIGKILL");
        if (isNoticed) await expect.poll(() => bashesBelow(shell)).toEqual([]);
        const result = await own.sandbox.run({ command: "echo ran" });
        expect(result).toEqual({ exitCode: 0, stdout: "ran\n", stderr: "" });
        await waiting();
      }
    const [next] = await bashesBelow(shell);
    await own.provider.close();
    await expect.poll(() => isThere(next?.pid ?? 0)).toBe(false);
  });

  it("tells another bash where the one that waits was stopped, and hears first what it was told while it stood still", async () => {
    const { own, shell, waiting } = await withOneWaiting();
    const stop = async () => {
      for (const { pid } of await bashesBelow(shell)) process.kill(pid, "SIGSTOP");
    };
    await stop();
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    const aborted = await own.sandbox.spawn({ command: "touch begun", abortSignal: controller.signal });
    expect(await aborted.wait()).toEqual({ exitCode: 137 });
    expect((await own.sandbox.run({ command: "ls" })).stdout).toBe("");
    await waiting();
    await stop();
    expect((await own.sandbox.run({ command: "echo ran" })).stdout).toBe("ran\n");
    await waiting();
    // The server stands still for longer than a bash may take to answer.
    const result = own.sandbox.run({ command: "echo ran" });
    setImmediate(() => execFileSync("sleep", ["10.5"]));
    expect(await result).toEqual({ exitCode: 0, stdout: "ran\n", stderr: "" });
  }, 60_000);

  it("starts commands again when the shell that starts them was killed, and ends all of a command's processes", async () => {
    const { stdout } = await sandbox.run({ command: "ps -o ppid= -p $PPID" });
    const shell = Number(stdout.trim());
    process.kill(shell, "SIGKILL");
    await expect.poll(() => existsSync(`/proc/${shell}`)).toBe(false);
    const running = await sandbox.spawn({ command: "sleep 300 & echo $!; wait" });
    const { value } = await running.stdout.getReader().read();
    const child = Number(new TextDecoder().decode(value));
    await running.kill();
    expect(await running.wait()).toEqual({ exitCode: 137 });
    await expect.poll(() => isThere(child)).toBe(false);
  });
});
