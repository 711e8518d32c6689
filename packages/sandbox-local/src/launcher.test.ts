import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { whyNoBubblewrap } from "./bubblewrap.test-support.ts";
import { SCRIPT_FD } from "./launch.ts";
import { Launcher } from "./launcher.ts";
import { killOrphans, processesNamed } from "./orphans.ts";
import { oneWorkspace } from "./one-workspace.test-support.ts";

const reason = await whyNoBubblewrap();
if (reason !== null) console.warn(`\nSKIPPED: the shell that starts commands, since ${reason}\n`);

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

/** A workspace, and the running shells that were started since. */
async function given() {
  const shells = async () => (await children()).filter(([, words]) => words.includes("__line"));
  const others = (await shells()).map(([pid]) => pid);
  const { sandbox, remove } = await oneWorkspace();
  onTestFinished(remove);
  return { sandbox, shells: async () => (await shells()).filter(([pid]) => !others.includes(pid)) };
}

describe.skipIf(reason !== null)("the shell that starts the commands of an instance", () => {
  it("is shared by all of them, and commands are not children of the server", async () => {
    const { sandbox, shells } = await given();
    await sandbox.run({ command: "true" });
    const [shell] = await shells();
    const running = await sandbox.spawn({ command: "sleep 300" });
    const all = await Promise.all(
      Array.from({ length: 8 }, () => sandbox.run({ command: "echo $((1 + 1))" })),
    );
    expect(all.map(({ stdout }) => stdout)).toEqual(Array.from({ length: 8 }, () => "2\n"));
    expect(await shells()).toEqual([shell]);
    expect((await children()).map(([pid]) => pid)).not.toContain(running.pid);
    await running.kill();
  });

  it("is restarted when it was killed, and its commands have ended", async () => {
    const { sandbox, shells } = await given();
    const running = await sandbox.spawn({ command: "sleep 300" });
    for (const [pid] of await shells()) process.kill(pid, "SIGKILL");
    expect(await running.wait()).toEqual({ exitCode: 137 });
    expect(await sandbox.run({ command: "echo again" })).toMatchObject({ exitCode: 0, stdout: "again\n" });
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

describe.skipIf(reason !== null)("the sandbox that is made ahead", () => {
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

  it("leaves nothing behind where the shell that started it is killed meanwhile", async () => {
    for (let round = 0; round < 3; round++) {
      const { sandbox, remove, dir } = await oneWorkspace();
      const [server = ""] = (await readdir(join(dir, "sandboxes"))).filter((name) =>
        name.startsWith("server-"),
      );
      await sandbox.run({ command: "true" });
      // The next sandbox is just being made.
      const shells = (await children()).filter(
        ([, words]) => words.startsWith(server) && words.includes("__line"),
      );
      expect(shells).toHaveLength(1);
      for (const [pid] of shells) process.kill(pid, "SIGKILL");
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
    const { sandbox, remove, dir } = await oneWorkspace();
    onTestFinished(remove);
    await sandbox.run({ command: "true" });
    const mounted = join(dir, "sandboxes", "workspaces", "ws_1", "tmp");
    await rm(mounted, { recursive: true });
    const run = () => sandbox.run({ command: "true" });
    // One may have been made before.
    const error: unknown = await run()
      .then(run)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
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

describe("a command that the shell was starting when it was killed", () => {
  it("has the server's name, by which it is found and killed", async () => {
    const folder = await mkdtemp(join(tmpdir(), "launcher-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const [nsenter, pipe] = [join(folder, "nsenter"), join(folder, "pipe")];
    await writeFile(nsenter, '#!/bin/bash\nwhile [ "$1" != -- ]; do shift; done; exec "${@:2}"\n');
    await chmod(nsenter, 0o755);
    await promisify(execFile)("mkfifo", [pipe]);
    const serverName = `server-${randomUUID()}`;
    const launcher = Launcher.start({ nsenter, holderPid: process.pid, serverName }, []);
    // The other end is never opened, so it blocks before it executes the program.
    const begun = launcher.run(["/bin/true"], [{ fd: 3, path: pipe, access: "read" }]);
    const refused = expect(begun).rejects.toThrow("could not be started");
    const named = async () => await processesNamed(serverName);
    await expect.poll(named).toHaveLength(2);
    await launcher.stop();
    await refused;
    expect(await named()).toHaveLength(1);
    expect(await killOrphans(serverName)).toBe(true);
  });
});

describe("the shell that starts commands, where the default locale is UTF-8", () => {
  it("reads complete lines one after another, and does not pass on its locale", async () => {
    const folder = await mkdtemp(join(tmpdir(), "launcher-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const [nsenter, said] = [join(folder, "nsenter"), join(folder, "said")];
    await writeFile(
      nsenter,
      '#!/bin/bash\nwhile [ "$1" != -- ]; do shift; done; LANG=C.UTF-8 exec "${@:2}"\n',
    );
    await chmod(nsenter, 0o755);
    const launcher = Launcher.start({ nsenter, holderPid: process.pid, serverName: "server" }, []);
    onTestFinished(() => launcher.stop());
    for (const text of ["ü", "日本語 😀".repeat(1_000), "last"]) {
      const script = 'printf %s "$1" >"$0"; env >>"$0"';
      const pid = await launcher.run(["/bin/bash", "-c", script, said, text], []);
      expect(await launcher.exitCodeOf(pid)).toBe(0);
      const [told, variables] = (await readFile(said, "utf8")).split(/(?=PWD=)/);
      expect(told).toBe(text);
      expect(variables).not.toMatch(/LC_ALL|LANG/);
    }
  });
});
