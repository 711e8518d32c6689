import { readdir, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Sandbox } from "@workspace-agent/core/ports";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { whyNoBubblewrap } from "./bubblewrap.test-support.ts";
import { oneWorkspace, type OneWorkspace } from "./one-workspace.test-support.ts";
import { skips } from "../../sandbox-process/src/testing/needs.ts";
import { aMarker, processesWith } from "../../sandbox-process/src/testing/host.ts";

const CANARY = "canary-of-the-server";

const isSkipped = skips("the confinement of the local sandbox", await whyNoBubblewrap());

describe.skipIf(isSkipped)("a command in the local sandbox", () => {
  let workspace: OneWorkspace;
  let sandbox: Sandbox;

  beforeAll(async () => {
    vi.stubEnv("WORKSPACE_AGENT_CANARY", CANARY);
    workspace = await oneWorkspace();
    ({ sandbox } = workspace);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await workspace.remove();
  });

  const fails = async (command: string) =>
    expect((await sandbox.run({ command })).exitCode, command).not.toBe(0);

  it("sees no files of the host outside of its mounts", async () => {
    const secret = join(workspace.dir, "host-secret");
    await writeFile(secret, "host");
    for (const path of [
      "/etc/shadow",
      "/root",
      homedir(),
      process.cwd(),
      workspace.dir,
      secret,
      "/var/lib",
      "/opt",
      "/srv",
      "/boot",
    ]) {
      if (path === "/") continue;
      await fails(`ls -la '${path}' && cat '${path}'`);
    }
    await fails("cat /workspace/../../../../etc/shadow");
    await fails(`ln -s '${secret}' link && cat link`);
    expect((await sandbox.run({ command: "ls /" })).stdout.split("\n")).not.toContain("root");
  });

  it("can write only to its mounts, /tmp and its home folder", async () => {
    for (const path of ["/x", "/usr/x", "/etc/x", "/run/x", "/bin/x"]) await fails(`touch ${path}`);
    await fails("mount -t tmpfs none /usr");
    // Writes the current value, which changes nothing where the defence is missing.
    for (const path of ["kernel/core_pattern", "vm/drop_caches", "kernel/hostname"]) {
      await fails(`cat /proc/sys/${path} > /tmp/value; cat /tmp/value > /proc/sys/${path}`);
    }
    await fails("echo > /proc/sysrq-trigger");
    await fails("mount -o remount,rw /proc/sys");
  });

  it("cannot read kernel files that only root of the host may read", async () => {
    const files = ["slabinfo", "vmallocinfo", "kpageflags", "kpagecount", "kpagecgroup", "pagetypeinfo"];
    const paths = ["kcore", "keys", "kmsg", ...files].map((name) => `/proc/${name}`);
    const { stdout } = await sandbox.run({
      command: `for path in ${paths.join(" ")}; do head -c 64 $path 2>/dev/null | wc -c; done`,
    });
    expect(stdout).toBe("0\n".repeat(paths.length));
  });

  it("has shared memory of at most half its memory, and no other file system in memory", async () => {
    const { stdout } = await sandbox.run({
      command: "df -B1M --output=size /dev/shm | tail -n 1; echo x > /dev/shm/x && cat /dev/shm/x",
    });
    expect(stdout.split("\n").map((row) => row.trim())).toEqual(["256", "x", ""]);
    await fails("head -c 300M /dev/zero > /dev/shm/y");
    await fails("touch /dev/x");
    expect((await sandbox.run({ command: "echo x > /dev/null; head -c 1 /dev/urandom" })).exitCode).toBe(0);
  });

  it("does not see the server's environment in any process", async () => {
    const { stdout } = await sandbox.run({
      command: "env; cat /proc/*/environ /proc/*/cmdline",
      env: { OWN: "mine" },
    });
    expect(stdout).toContain("OWN=mine");
    expect(stdout).not.toContain("canary");
    expect(stdout).not.toContain(workspace.dir);
  });

  it("has only its own loopback as network", async () => {
    expect(
      (await sandbox.run({ command: "cat /proc/net/route | tail -n +2; ls /sys/class/net 2>/dev/null" }))
        .stdout,
    ).toBe("");
    await fails("timeout 20 bash -c 'exec 3<>/dev/tcp/1.1.1.1/80'");
    await fails("timeout 20 bash -c 'exec 3<>/dev/tcp/localhost/22'");
    await fails("getent hosts example.com");
  });

  it("has no capabilities, cannot get more, and cannot make user namespaces", async () => {
    const { stdout } = await sandbox.run({ command: "grep -E '^(Cap|NoNewPrivs)' /proc/self/status" });
    expect(stdout).toMatch(/CapEff:\s+0+\n/);
    expect(stdout).toMatch(/CapBnd:\s+0+\n/);
    expect(stdout).toMatch(/NoNewPrivs:\s+1\n/);
    await fails("unshare --user true");
    await fails("unshare --net true");
  });

  it("sees only its own processes", async () => {
    const { stdout } = await sandbox.run({ command: "ls /proc | grep -c '^[0-9]'" });
    expect(Number(stdout)).toBeLessThan(8);
  });

  it("has no folder of the host open, even before its first line", async () => {
    await sandbox.writeTextFile({
      path: "/workspace/early",
      content: 'for fd in /proc/[0-9]*/fd/*; do [ -d "$fd/." ] && echo "folder $fd"; done',
    });
    const env = { BASH_ENV: "/workspace/early" };
    expect((await sandbox.run({ command: "echo done", env })).stdout).toBe("done\n");
  });

  it("leaves no processes and no descriptors, however many run", async () => {
    const descriptors = async () => (await readdir("/proc/self/fd")).length;
    const marker = aMarker();
    await sandbox.run({ command: "true" });
    const before = await descriptors();
    for (let round = 0; round < 20; round++) {
      await Promise.all(
        Array.from({ length: 10 }, () =>
          sandbox.run({
            command: "(setsid nohup sleep 300 >/dev/null 2>&1 &); sleep 300 & true",
            env: { MARKER: marker },
          }),
        ),
      );
    }
    expect(await processesWith(marker)).toEqual([]);
    await expect.poll(descriptors).toBeLessThanOrEqual(before + 2);
  });
});
