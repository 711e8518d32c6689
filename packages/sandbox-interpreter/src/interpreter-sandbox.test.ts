import { readFileSync } from "node:fs";
import type { Sandbox, SandboxSpec, Volume } from "@workspace-agent/core/ports";
import { memoryVolumes } from "@workspace-agent/core/memory";
import { afterEach, describe, expect, it } from "vitest";
import { interpreterSandbox, type InterpreterSandboxOptions } from "./index.ts";

const ended: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

const volumes = memoryVolumes();
let last = 0;

async function aSandbox(
  options: InterpreterSandboxOptions &
    Pick<Partial<SandboxSpec>, "memoryMb"> & { readonly maxBytes?: number } = {},
) {
  const { memoryMb = 512, maxBytes, ...rest } = options;
  const provider = interpreterSandbox(rest);
  ended.push(() => provider.close());
  const workspaceId = `ws_${++last}`;
  const volume = await volumes.workspace(workspaceId, maxBytes === undefined ? {} : { maxBytes });
  const mounts = [{ target: "/workspace", volume, access: "write" }] as const;
  const owner = { workspaceId, tenant: "default", labels: {} };
  const spec = { ...owner, mounts, image: null, cpus: 1, memoryMb, diskMb: 1, network: "none" } as const;
  return { provider, workspaceId, volume, spec, sandbox: await provider.open(spec) };
}

const run = (sandbox: Sandbox, command: string, abortSignal?: AbortSignal) =>
  sandbox.run({ command, ...(abortSignal && { abortSignal }) });

it("an abort before the thread is ready does not affect other commands", async () => {
  const { sandbox } = await aSandbox({ graceMs: 0 });
  const stop = new AbortController();
  const first = run(sandbox, "echo first", stop.signal);
  const other = run(sandbox, "echo kept on");
  setTimeout(() => stop.abort(), 0);
  expect((await first).exitCode).toBe(137);
  expect((await other).stdout).toBe("kept on\n");
});

describe("the reach of a command", () => {
  it("does not include files of the host", async () => {
    const { sandbox } = await aSandbox();
    expect(readFileSync(import.meta.filename, "utf8")).toContain("reaches");
    for (const path of [
      import.meta.filename,
      process.cwd(),
      process.execPath,
      "/etc/hostname",
      "/etc/shadow",
    ]) {
      expect({ path, code: (await run(sandbox, `ls -d '${path}'`)).exitCode }).not.toEqual({ path, code: 0 });
    }
  });

  it("does not include other interpreters, programs of the host or the network", async () => {
    const { sandbox } = await aSandbox();
    for (const command of [
      "js-exec -c 1",
      "python3 -c 1",
      "node -e 1",
      "sqlite3 :memory: .help",
      "curl http://x",
    ]) {
      expect({ command, code: (await run(sandbox, command)).exitCode }).toEqual({ command, code: 127 });
    }
  });

  it("is a system of its own with the user agent", async () => {
    const { sandbox } = await aSandbox();
    const { stdout } = await run(
      sandbox,
      "ls / && whoami | wc -l && basename ~ && cut -d: -f1,3,7 /etc/passwd",
    );
    expect(stdout.split("\n")).toEqual([
      ...["bin", "dev", "etc", "home", "mnt", "proc", "tmp", "usr", "workspace"],
      "1",
      "agent",
      "agent:1000:/bin/bash",
      "",
    ]);
  });
});

describe("a full volume", () => {
  it("causes the error of bash, and keeps existing files", async () => {
    const { sandbox, volume } = await aSandbox({ maxBytes: 5_000 });
    await run(sandbox, "echo old > kept; printf 'x%.0s' {1..4000} > big");
    for (const command of ["cat big big > more", "cat big >> big"]) {
      const { exitCode, stderr } = await run(sandbox, command);
      expect({ command, exitCode }).toEqual({ command, exitCode: 1 });
      expect(stderr).toMatch(/^bash: \/workspace\/\w+: No space left on device\n$/);
    }
    expect((await run(sandbox, "cp big copy")).exitCode).toBe(1);
    expect((await run(sandbox, "cat kept; wc -c < big")).stdout.replaceAll(" ", "")).toBe("old\n4000\n");
    expect((await volume.usage()).bytes).toBeLessThanOrEqual(5_000);
  });
});

describe("links", () => {
  it("cannot be made in the workspace, but in /tmp", async () => {
    const { sandbox, volume } = await aSandbox();
    expect((await run(sandbox, "echo x > f; ln -s f link")).exitCode).not.toBe(0);
    expect((await run(sandbox, "ln f hard")).exitCode).not.toBe(0);
    expect((await volume.list("")).entries.map(({ name }) => name)).toEqual(["f"]);
    expect((await run(sandbox, "echo x > /tmp/f; ln -s f /tmp/link; cat /tmp/link")).stdout).toBe("x\n");
    expect(await sandbox.readTextFile({ path: "/tmp/link" })).toBe("x\n");
    expect(await sandbox.listDirectory({ path: "/tmp" })).toContainEqual({ name: "link", type: "symlink" });
    expect(await sandbox.deleteFile({ path: "/tmp/link" })).toBe(true);
    expect(await sandbox.readTextFile({ path: "/tmp/f" })).toBe("x\n");
  });
});

describe("scripts", () => {
  it("in the workspace run by name, with many steps", async () => {
    const { sandbox } = await aSandbox();
    await sandbox.writeTextFile({
      path: "/workspace/sum.sh",
      content: '#!/bin/bash\nfor i in $(seq 1 "$1"); do sum=$((sum + i)); done\necho $sum\n',
    });
    expect((await run(sandbox, "./sum.sh 2000")).stdout).toBe("2001000\n");
    expect((await run(sandbox, "seq 1 150000 | tail -1")).stdout).toBe("150000\n");
  });

  it("report their directory to the bash tool without traps", async () => {
    const { sandbox } = await aSandbox();
    const command = ["trap 'true' EXIT 2>/dev/null; trapped=$?", "cd /tmp; false", 'echo "$? $trapped $PWD"'];
    expect((await run(sandbox, command.join("\n"))).stdout).toBe("1 127 /tmp\n");
  });
});

describe("memory", () => {
  const BOMBS = [
    "x=a; while :; do x=$x$x; done",
    "seq 1 900000 | tail -1",
    "while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done",
  ];

  it.each(BOMBS)("is limited: %s", async (command) => {
    const { sandbox } = await aSandbox({ memoryMb: 64 });
    const { exitCode } = await run(sandbox, command);
    expect([126, 137]).toContain(exitCode);
    expect((await run(sandbox, "echo alive")).stdout).toBe("alive\n");
  });

  it("is limited by the host, whatever the config says", async () => {
    const { sandbox } = await aSandbox({ memoryMb: 1_048_576, maxMemoryMb: 64 });
    expect([126, 137]).toContain((await run(sandbox, BOMBS[0] ?? "")).exitCode);
    expect((await run(sandbox, "echo alive")).stdout).toBe("alive\n");
    expect(() => interpreterSandbox({ maxMemoryMb: 63 })).toThrow(RangeError);
  });

  it("of all threads together is limited, and idle threads end first", async () => {
    const provider = interpreterSandbox({ maxMemoryMb: 128 });
    ended.push(() => provider.close());
    const open = async (workspaceId: string) => {
      const mounts = [
        { target: "/workspace", volume: await volumes.workspace(workspaceId), access: "write" },
      ] as const;
      return provider.open({
        workspaceId,
        tenant: "default",
        labels: {},
        mounts,
        image: null,
        cpus: 1,
        memoryMb: 1024,
        diskMb: 1,
        network: "none",
      });
    };
    const names = Array.from({ length: 4 }, (_, index) => `ws_together_${index}`);
    const content = new Uint8Array(30 * 1_048_576);
    for (const name of names) {
      const sandbox = await open(name);
      await sandbox.writeBinaryFile({ path: "/tmp/kept", content });
      expect((await run(sandbox, "echo alive")).stdout).toBe("alive\n");
    }
    await expect
      .poll(() => names.filter((name) => provider.state(name) === "running").length)
      .toBeLessThan(names.length);
  });

  it("cannot hold a file that is larger than its share", async () => {
    const { sandbox, volume } = await aSandbox({ memoryMb: 64 });
    await volume.write("big", new Uint8Array(17 * 1_048_576));
    expect((await run(sandbox, "cat big | wc -c; cat big")).exitCode).toBe(1);
    expect((await run(sandbox, "echo more >> big")).exitCode).toBe(1);
    expect((await volume.stat("big"))?.size).toBe(17 * 1_048_576);
    expect((await run(sandbox, "ls big")).stdout).toBe("big\n");
  });

  it("of /tmp is limited too", async () => {
    const { sandbox } = await aSandbox({ memoryMb: 64 });
    const content = new Uint8Array(9 * 1_048_576);
    await sandbox.writeBinaryFile({ path: "/tmp/one", content });
    await expect(sandbox.writeBinaryFile({ path: "/tmp/two", content })).rejects.toMatchObject({
      code: "not_allowed",
    });
    const { exitCode, stderr } = await run(sandbox, "cp /tmp/one /tmp/two");
    expect({ exitCode, said: stderr !== "" }).toEqual({ exitCode: 1, said: true });
  });
});

describe("a command that does not stop", () => {
  /** This loop never checks whether it was stopped, nor does the command between the file and the loop. */
  const STUBBORN = `awk 'BEGIN { print "x" > "started"; close("started"); while (1) {} }'`;

  const hasStarted = (volume: Volume) => expect.poll(() => volume.stat("started")).not.toBeNull();

  it("ends with the thread, and other commands fail with the reason", async () => {
    const { sandbox, volume } = await aSandbox({ graceMs: 50 });
    const stop = new AbortController();
    const other = run(sandbox, "sleep 300");
    const stubborn = run(sandbox, STUBBORN, stop.signal);
    await hasStarted(volume);
    stop.abort();
    expect(await stubborn).toEqual({ exitCode: 137, stdout: "", stderr: "" });
    expect(await other).toMatchObject({ exitCode: 137 });
    expect((await other).stderr).toContain("the interpreter was ended");
    expect((await run(sandbox, "echo again")).stdout).toBe("again\n");
  });

  it("ends with the removal of its workspace", async () => {
    const { sandbox, provider, workspaceId, volume } = await aSandbox();
    const stubborn = run(sandbox, STUBBORN);
    await hasStarted(volume);
    await provider.remove(workspaceId);
    expect((await stubborn).exitCode).toBe(137);
  });
});

describe("the thread of a workspace", () => {
  it("starts at first use and ends when idle, later where files are in memory", async () => {
    const idle = { idleMs: 20, idleWithFilesMs: 60_000 };
    const [empty, used] = [await aSandbox(idle), await aSandbox(idle)];
    expect(empty.provider.state(empty.workspaceId)).toBe("stopped");
    await run(used.sandbox, "echo x > /tmp/f");
    await run(empty.sandbox, "echo x > f");
    expect(empty.provider.state(empty.workspaceId)).toBe("running");
    await expect.poll(() => empty.provider.state(empty.workspaceId)).toBe("stopped");
    expect(used.provider.state(used.workspaceId)).toBe("running");
    expect((await run(empty.sandbox, "cat f")).stdout).toBe("x\n");
  });

  it("that ends does not take a command with it that begins meanwhile", async () => {
    const { sandbox, provider, workspaceId } = await aSandbox();
    await run(sandbox, "true");
    provider.stopIdle?.(workspaceId);
    expect(await run(sandbox, "echo again")).toEqual({ exitCode: 0, stdout: "again\n", stderr: "" });
    expect(provider.state(workspaceId)).toBe("running");
  });

  it("is not awaited by an aborted command", async () => {
    const { sandbox } = await aSandbox();
    const stop = new AbortController();
    const result = run(sandbox, "echo x", stop.signal);
    stop.abort();
    expect(await result).toEqual({ exitCode: 137, stdout: "", stderr: "" });
  });

  it("does not serve handles of a removed instance", async () => {
    const { sandbox, provider, workspaceId } = await aSandbox();
    await run(sandbox, "true");
    await provider.remove(workspaceId);
    await expect(run(sandbox, "true")).rejects.toMatchObject({ code: "sandbox_unavailable" });
  });
});
