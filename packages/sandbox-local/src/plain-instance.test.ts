import { existsSync } from "node:fs";
import type { Logger } from "@workspace-agent/core";
import type { Sandbox } from "@workspace-agent/core/ports";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { oneWorkspace, type OneWorkspace } from "./one-workspace.test-support.ts";
import { bashesBelow, isThere, withOneWaiting } from "./plain-shell.test-support.ts";

describe("the local sandbox without isolation", () => {
  const warnings: string[] = [];
  const logger: Logger = { debug() {}, info() {}, error() {}, warn: (_, message) => warnings.push(message) };
  let workspace: OneWorkspace;
  let sandbox: Sandbox;

  beforeAll(async () => {
    vi.stubEnv("WORKSPACE_AGENT_CANARY", "canary-of-the-server");
    workspace = await oneWorkspace({ isolation: "none", logger });
    ({ sandbox } = workspace);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await workspace.remove();
  });

  it("warns at the start", () => {
    expect(warnings).toEqual([expect.stringContaining("without isolation")]);
    expect(sandbox.description).toContain("without isolation");
    expect(sandbox.description).toContain("there is no /workspace");
  });

  it("runs commands in the workspace's folder with their own environment", async () => {
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

  it("returns although a child has the pipes open, and kills whole process groups", async () => {
    // Waiting for these would exceed the time limit of the test.
    expect((await sandbox.run({ command: "sleep 600 & echo done" })).stdout).toBe("done\n");
    const stop = new AbortController();
    const process = await sandbox.spawn({ command: "sleep 600; echo late", abortSignal: stop.signal });
    stop.abort();
    expect(await process.wait()).toEqual({ exitCode: 137 });
  });

  it("gives commands their own exit code, group and variables, and nothing of the launching shell", async () => {
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

  it("passes texts of any script and length unchanged", async () => {
    for (const text of ["x", "日本語 😀\n'\"$\\", "ü".repeat(10_000), "y".repeat(30_000)]) {
      const { stdout } = await sandbox.run({ command: 'printf %s "$TEXT"', env: { TEXT: text } });
      expect(stdout).toBe(text);
    }
  });

  it("fails a command whose folder is gone, and runs one that is longer than an argument may be", async () => {
    const workingDirectory = "/workspace/gone";
    const ways = [{}, { stdin: new Blob([]).stream() }, { pty: { columns: 80, rows: 24 } }];
    for (const way of ways) {
      const { exitCode, stdout, stderr } = await sandbox.run({ command: "true", workingDirectory, ...way });
      expect(exitCode).toBe(1);
      expect(stdout + stderr).toContain("No such file or directory");
    }
    const long = `: ${"a".repeat(50_000)}; echo ran`;
    expect((await sandbox.run({ command: long })).stdout).toBe("ran\n");
    const longer = `: ${"b".repeat(250_000)}${"\n: 'a line'".repeat(4_500)}\necho $LINENO`;
    expect((await sandbox.run({ command: longer })).stdout).toBe("4502\n");
  });

  it("gives each command a fresh bash in the command's own locale", async () => {
    const { own, shell } = await withOneWaiting();
    const { sandbox } = own;
    const [waiting] = await bashesBelow(shell);
    const age = async () => Number((await execa("ps", ["-o", "etimes=", "-p", String(waiting?.pid)])).stdout);
    // Its SECONDS count from the command, not from the start of its process. Bash counts the
    // changes of the clock's second, thus up to one more than the seconds that passed.
    await expect.poll(age, { timeout: 10_000 }).toBeGreaterThan(1);
    const before = performance.now();
    const command = `printf '%s ' $'\\u00e9' \${#TEXT} $LINENO $0 $- $SECONDS\nno-such-command\nset | grep -E '^(__|LC_)'; cat`;
    const result = await sandbox.run({ command, env: { TEXT: "日本" } });
    const passed = Math.floor((performance.now() - before) / 1_000);
    const [, seconds] = /^é 2 1 \/bin\/bash hBc (\d+) $/.exec(result.stdout) ?? [];
    expect(Number(seconds)).toBeLessThanOrEqual(passed + 1);
    expect(result).toMatchObject({
      exitCode: 0,
      stderr: "/bin/bash: line 2: no-such-command: command not found\n",
    });
    const { stdout } = await sandbox.run({ command: "echo ${#TEXT}", env: { TEXT: "é", LC_ALL: "C" } });
    expect(stdout).toBe("2\n");
  });

  it("starts a bash ahead, replaces it when it was killed, and leaves none", async () => {
    const { own, shell, waiting } = await withOneWaiting();
    // Directly after the kill, when the command sent to it is lost, and after its end was noticed.
    for (const isNoticed of [false, true, false])
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

  it("gives up a command whose bash was stopped before it began, and never runs it", async () => {
    const { own, shell, waiting } = await withOneWaiting();
    for (const { pid } of await bashesBelow(shell)) process.kill(pid, "SIGSTOP");
    const controller = new AbortController();
    const running = own.sandbox.run({ command: "touch begun", abortSignal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    expect(await running).toMatchObject({ exitCode: 137 });
    expect((await own.sandbox.run({ command: "ls" })).stdout).toBe("");
    await waiting();
  });

  it("starts commands after the launching shell was killed, and kills all processes of a command", async () => {
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
