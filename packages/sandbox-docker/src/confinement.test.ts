import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { containersOf, docker, whyNoDocker } from "./docker.test-support.ts";
import { oneWorkspace, type OneWorkspace } from "./one-workspace.test-support.ts";
import { skips } from "../../sandbox-process/src/testing/needs.ts";

const isSkipped = skips("what containers keep from commands", await whyNoDocker());

describe.skipIf(isSkipped)("a command in a container", () => {
  let given: OneWorkspace;
  beforeAll(async () => {
    vi.stubEnv("HTTP_PROXY", "http://user:secret@proxy.test:1");
    given = await oneWorkspace({ pidsLimit: 40 });
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await given.remove();
  });
  const output = async (command: string) => (await given.sandbox.run({ command })).stdout;

  it("has no capabilities, no new privileges, a filter of system calls, and is not root", async () => {
    const status = await output("cat /proc/self/status");
    for (const set of ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"])
      expect(status).toMatch(new RegExp(`^${set}:\\s+0+$`, "m"));
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
    expect(status).toMatch(/^Seccomp:\s+2$/m);
    expect(Number(await output("id -u"))).toBeGreaterThan(0);
  });

  it("can write only to its own folders", async () => {
    const { stderr } = await given.sandbox.run({
      command:
        "for f in /f /etc/f /usr/f /var/f /run/f /opt/f /mnt/f /dev/f /proc/sys/kernel/core_pattern; do echo x > $f; done",
    });
    expect(stderr.trim().split("\n").length).toBe(9);
    expect(await output("touch /tmp/f ~/f /workspace/f && echo done")).toBe("done\n");
    expect(await output("grep ' /tmp ' /proc/mounts")).toMatch(/tmpfs .*nosuid.*nodev/);
  });

  it("sees neither the engine's socket nor a variable of the host", async () => {
    expect(await output("find / -type s 2>/dev/null")).toBe("");
    const seen = await output("env; cat /proc/*/environ | tr '\\0' '\\n'");
    expect(seen).not.toContain("secret");
    expect(seen).not.toContain("PROXY");
    const [name = ""] = await containersOf(given.placement);
    expect(
      await docker("inspect", "--format", "{{json .HostConfig.Binds}}{{json .Mounts}}", name),
    ).not.toContain("docker.sock");
  });

  it("ends alone when it runs out of memory", async () => {
    const { exitCode } = await given.sandbox.run({
      command: "x=$(head -c 600000000 /dev/zero | tr '\\0' x); echo ${#x}",
    });
    expect(exitCode).not.toBe(0);
    expect(await output("echo still here")).toBe("still here\n");
  });

  it("cannot start more processes than the limit, and all of them can be killed", async () => {
    const { exitCode } = await given.sandbox.run({
      command: "f() { f | f & }; f; sleep 300",
      abortSignal: AbortSignal.timeout(2_000),
    });
    expect(exitCode).toBe(137);
    expect(await output("echo still here")).toBe("still here\n");
    expect(Number(await output("ls -d /proc/[0-9]* | wc -l"))).toBeLessThan(12);
  });

  it("and the server can change each other's files", async () => {
    const { volume, sandbox } = given;
    await volume.write("dir/of-server", new TextEncoder().encode("1\n"));
    expect(
      await sandbox.run({
        command: "echo 2 >> dir/of-server && echo x > dir/of-command && chmod 600 dir/of-command",
      }),
    ).toMatchObject({ exitCode: 0 });
    expect(await sandbox.readTextFile({ path: "dir/of-server" })).toBe("1\n2\n");
    await volume.write("dir/of-command", new TextEncoder().encode("y\n"));
    expect(await output("cat dir/of-command; echo z >> dir/of-command; tail -n 1 dir/of-command")).toBe(
      "y\nz\n",
    );
    const folder = join(volume.hostPath ?? "", "dir");
    const owners = await Promise.all(
      (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).uid),
    );
    expect(new Set(owners).size).toBe(1);
  });
});
