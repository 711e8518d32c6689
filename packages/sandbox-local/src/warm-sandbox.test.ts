import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { quote } from "@workspace-agent/sandbox-process";
import { describe, expect, it, onTestFinished } from "vitest";
import { whyNoBubblewrap } from "./bubblewrap.test-support.ts";
import { SCRIPT_FD } from "./command-shell.ts";
import { ANSWER_FD, Launcher, SHELL } from "./launcher.ts";
import { oneWorkspace } from "./one-workspace.test-support.ts";
import { processesNamed } from "./orphans.ts";
import { startProcess } from "./start-process.ts";
import { skips } from "../../sandbox-process/src/testing/needs.ts";
import { newFolder } from "../../sandbox-process/src/testing/new-folder.ts";

const isSkipped = skips("the sandbox that stays open", await whyNoBubblewrap());

/** The processes that this one has started, as [id, words]. */
async function children(): Promise<[number, string][]> {
  const threads = await readdir("/proc/self/task");
  const ids = await Promise.all(
    threads.map((id) => readFile(`/proc/self/task/${id}/children`, "latin1").catch(() => "")),
  );
  const all = ids.join(" ").split(" ").filter(Boolean).map(Number);
  const wordsOf = (pid: number) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  return Promise.all(all.map(async (pid) => [pid, await wordsOf(pid)] as [number, string]));
}

/** A workspace, and the bubblewraps that run its commands. */
async function given() {
  const bubblewraps = async () => (await children()).filter(([, words]) => words.includes("__line"));
  const others = (await bubblewraps()).map(([pid]) => pid);
  const workspace = await oneWorkspace();
  onTestFinished(workspace.remove);
  const own = async () => (await bubblewraps()).filter(([pid]) => !others.includes(pid));
  const killOwn = async () => {
    for (const [pid] of await own()) process.kill(pid, "SIGKILL");
  };
  return { ...workspace, bubblewraps: own, killOwn };
}

describe.skipIf(isSkipped)("the sandbox of a workspace", () => {
  it("is started once for all of its commands, which see each other's processes", async () => {
    const { sandbox, bubblewraps } = await given();
    await sandbox.run({ command: "true" });
    const started = await bubblewraps();
    expect(started).toHaveLength(1);
    const running = await sandbox.spawn({ command: "sleep 300" });
    const all = await Promise.all(
      Array.from({ length: 8 }, () => sandbox.run({ command: "echo $((1 + 1))" })),
    );
    expect(all.map(({ stdout }) => stdout)).toEqual(Array.from({ length: 8 }, () => "2\n"));
    expect(await bubblewraps()).toEqual(started);
    await sandbox.run({ command: "pkill -x sleep" });
    expect(await running.wait()).toEqual({ exitCode: 143 });
  });

  it("is restarted when it was killed, and its commands have ended", async () => {
    const { sandbox, killOwn } = await given();
    const running = await sandbox.spawn({ command: "sleep 300" });
    await killOwn();
    expect(await running.wait()).toEqual({ exitCode: 137 });
    expect(await sandbox.run({ command: "echo again" })).toMatchObject({ exitCode: 0, stdout: "again\n" });
  });

  it("ends all processes of a command, whatever they have changed, and none of another command", async () => {
    const { sandbox } = await given();
    const other = await sandbox.spawn({ command: "echo $BASHPID $(ulimit -x); exec sleep 300" });
    const { value } = await other.stdout.getReader().read();
    const [pid, mark = ""] = new TextDecoder().decode(value).trim().split(" ");
    const gone =
      "perl -e 'use POSIX; fork && exit; POSIX::setsid(); fork && exit; exec qw(env -i sleep 300)'";
    for (const lowered of ["unlimited", mark, "$(($(ulimit -x) - 1))", "7"]) {
      const command = `(ulimit -x ${lowered} 2>/dev/null; ${gone}); until pgrep -f 'sleep 300' | grep -vx ${pid}; do :; done`;
      await sandbox.run({ command });
      expect((await sandbox.run({ command: "pgrep -x sleep" })).stdout).toBe(`${pid}\n`);
    }
    await other.kill();
    expect((await sandbox.run({ command: "pgrep -x sleep" })).stdout).toBe("");
  });

  it("ends a process that lowers its limits to those of another command, and kills no other", async () => {
    const { sandbox } = await given();
    const first = await sandbox.spawn({
      command:
        "echo $(ulimit -x); until [ -e mark ]; do sleep 0.01; done; (ulimit -x $(cat mark); exec setsid sleep 300) & until pgrep -f 'sleep 300'; do :; done",
    });
    const second = await sandbox.spawn({ command: "ulimit -x > new; mv new mark; exec sleep 400" });
    expect(await first.wait()).toEqual({ exitCode: 0 });
    expect((await sandbox.run({ command: "pgrep -xc sleep" })).stdout).toBe("1\n");
    await second.kill();
    expect((await sandbox.run({ command: "pgrep -x sleep" })).stdout).toBe("");
  });

  it("goes on where a process stays a zombie with other limits", async () => {
    const { sandbox, bubblewraps } = await given();
    const isZombie = String.raw`do { open my $stat, "<", "/proc/$child/stat"; <$stat> =~ /\) Z/ }`;
    const child = `exec qw(bash -c), "ulimit -x 7"`;
    const command = `perl -e '$| = 1; my $child = fork; ${child} unless $child; 1 until ${isZombie}; print "ready"; sleep 300'`;
    const parent = await sandbox.spawn({ command });
    await parent.stdout.getReader().read();
    const started = await bubblewraps();
    for (let round = 0; round < 3; round++) await sandbox.run({ command: "true" });
    expect(await bubblewraps()).toEqual(started);
    await parent.kill();
  });

  it("ends a command although another one keeps its pipes open", async () => {
    const { sandbox } = await given();
    const command = "sleep 300";
    const kept = await sandbox.spawn({ command });
    const keeper = await sandbox.spawn({
      command: `for file in /proc/[0-9]*/fd/[15]; do [ -p $file ] && exec {fd}<>$file; done; echo ready; ${command}`,
    });
    await keeper.stdout.getReader().read();
    await kept.kill();
    expect(await kept.wait()).toEqual({ exitCode: 137 });
    await keeper.kill();
  });

  it("survives a command that kills every process it sees", async () => {
    const { sandbox, bubblewraps } = await given();
    const started = await sandbox.run({ command: "true" }).then(bubblewraps);
    expect(await sandbox.run({ command: "kill -KILL 1; kill -KILL -1" })).toMatchObject({ exitCode: 137 });
    expect(await sandbox.run({ command: "echo again" })).toMatchObject({ stdout: "again\n" });
    expect(await bubblewraps()).toEqual(started);
  });

  it("lets commands handle interrupts", async () => {
    const { sandbox } = await given();
    const command = "trap 'echo caught' INT QUIT; kill -INT $$; kill -QUIT $$";
    expect((await sandbox.run({ command })).stdout).toBe("caught\ncaught\n");
  });

  it("gives commands no variable, descriptor or folder of its own", async () => {
    const { sandbox } = await given();
    const { stdout } = await sandbox.run({ command: "ls /proc/self/fd | sort -n | tr '\\n' ' '; echo; env" });
    expect(stdout.split("\n")[0]).toBe("0 1 2 3 ");
    expect(stdout).not.toMatch(/__line|OLDPWD/);
  });
});

/** The processes below this one, by their ids. */
async function descendants(): Promise<readonly number[]> {
  const all = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map<number, number>();
  for (const pid of all) {
    const stat = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => "");
    parents.set(pid, Number(stat.replace(/^.*\) \S /s, "").split(" ")[0]));
  }
  const isBelow = (pid: number): boolean =>
    pid > 1 && (pid === process.pid || isBelow(parents.get(pid) ?? 0));
  return all.filter((pid) => pid !== process.pid && isBelow(pid));
}

describe.skipIf(isSkipped)("the bash that waits for the next command", () => {
  /** The bashes that wait for a script. */
  async function waiting(): Promise<number[]> {
    const found: number[] = [];
    for (const pid of await descendants()) {
      const words = (await readFile(`/proc/${pid}/cmdline`, "latin1").catch(() => "")).split("\0");
      if (words[0] === "/bin/bash" && words[3]?.includes(`read -u ${SCRIPT_FD}`) === true) found.push(pid);
    }
    return found;
  }

  it("is used by the next command, and replaced where it was killed", async () => {
    const { sandbox } = await given();
    await sandbox.run({ command: "true" });
    await expect.poll(waiting).toHaveLength(1);
    const [first = 0] = await waiting();
    const running = await sandbox.spawn({ command: "exec sleep 300" });
    await expect.poll(() => readFile(`/proc/${first}/cmdline`, "latin1")).toContain("sleep");
    await running.kill();
    await expect.poll(waiting).toHaveLength(1);
    for (const pid of await waiting()) process.kill(pid, "SIGKILL");
    expect(await sandbox.run({ command: "echo again" })).toMatchObject({ exitCode: 0, stdout: "again\n" });
  });

  it("leaves nothing behind where the sandbox is killed meanwhile", async () => {
    for (let round = 0; round < 3; round++) {
      const { sandbox, remove, dir, killOwn } = await given();
      const [server = ""] = (await readdir(join(dir, "sandboxes"))).filter((name) =>
        name.startsWith("server-"),
      );
      await sandbox.run({ command: "true" });
      // The next bash is just being started.
      await killOwn();
      const again = () =>
        sandbox.run({ command: "echo again" }).then(
          ({ stdout }) => stdout,
          (error: unknown) => error,
        );
      await expect.poll(again).toBe("again\n");
      await remove();
      await expect.poll(() => processesNamed(server)).toEqual([]);
    }
  });

  it("says why a sandbox cannot be set up", async () => {
    const { sandbox, dir, bubblewraps, killOwn } = await given();
    await sandbox.run({ command: "true" });
    const mounted = join(dir, "sandboxes", "workspaces", "ws_1", "tmp");
    await rm(mounted, { recursive: true });
    await killOwn();
    await expect.poll(bubblewraps).toEqual([]);
    await expect(sandbox.run({ command: "true" })).rejects.toMatchObject({
      code: "sandbox_unavailable",
      cause: { message: expect.stringContaining(mounted) as string },
    });
  });

  it("ends with the instance", async () => {
    const { sandbox, remove } = await oneWorkspace();
    const before = await waiting();
    await sandbox.run({ command: "true" });
    await expect.poll(waiting).toHaveLength(before.length + 1);
    await remove();
    expect(await waiting()).toEqual(before);
  });
});

describe("the shell that starts commands, where the default locale is UTF-8", () => {
  it("reads complete lines one after another, and does not pass on its locale", async () => {
    const folder = await newFolder();
    const said = join(folder, "said");
    const words = ["--noprofile", "--norc", "-c", SHELL];
    const stdio = ["pipe", "pipe", "ignore"] as const;
    const launcher = new Launcher(startProcess("/bin/bash", words, { stdio, env: { LANG: "C.UTF-8" } }));
    onTestFinished(() => launcher.stop());
    for (const text of ["ü", "日本語 😀".repeat(1_000), "last"]) {
      const line = `printf %s ${quote(text)} >${quote(said)}; env >>${quote(said)}`;
      expect(await launcher.ask((id) => `${line}; echo "${id} 7" >&${ANSWER_FD}`)).toBe(7);
      const [told, variables] = (await readFile(said, "utf8")).split(/(?=PWD=)/);
      expect(told).toBe(text);
      expect(variables).not.toContain("LC_ALL");
    }
  });
});
