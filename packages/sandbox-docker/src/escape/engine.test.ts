import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { containersOf, docker, whyNoDocker } from "../docker.test-support.ts";
import { oneWorkspace, type OneWorkspace } from "../one-workspace.test-support.ts";
import { skips } from "../../../sandbox-process/src/testing/needs.ts";

const isSkipped = skips("what the engine knows of containers", await whyNoDocker());

describe.skipIf(isSkipped)("the engine's settings of a container", () => {
  let given: OneWorkspace;
  beforeAll(async () => {
    given = await oneWorkspace();
    await given.sandbox.run({ command: "true" });
  });
  afterAll(() => given.remove());

  it("have no privileges, no namespaces of the host, no devices and no socket of the engine", async () => {
    const [name = ""] = await containersOf(given.placement);
    const format =
      "{{.HostConfig.Privileged}} {{.HostConfig.PidMode}} {{.HostConfig.IpcMode}} {{.HostConfig.UTSMode}} {{.HostConfig.NetworkMode}} {{len .HostConfig.Devices}} {{.HostConfig.ReadonlyRootfs}}";
    expect(await docker("inspect", "--format", format, name)).toBe("false  private  none 0 true");
    const mounts = await docker("inspect", "--format", "{{range .Mounts}}{{.Source}}\n{{end}}", name);
    expect(mounts).not.toMatch(/docker\.sock|containerd|^\/$/m);
  });

  it("hide the guards from a process that the engine starts as the commands' user", async () => {
    const [name = ""] = await containersOf(given.placement);
    const seen = await docker(
      "exec",
      "--user",
      "1000:1000",
      name,
      "bash",
      "-c",
      "cat /proc/1/environ 2>&1; true",
    );
    expect(seen).toMatch(/Permission denied/);
  });

  it("show a container with other mounts only its own processes", async () => {
    const { sandbox } = given;
    const running = await sandbox.spawn({ command: "exec -a of_the_first sleep 300" });
    const mount = {
      target: "/mnt/skills",
      volume: given.volume,
      access: "read",
      isExchangeable: true,
    } as const;
    const skills = await given.provider.open({ ...given.spec, mounts: [...given.spec.mounts, mount] });
    const look = "cat /proc/[0-9]*/cmdline | tr '\\0' '\\n' | grep -c '^of_the_first'; true";
    expect((await sandbox.run({ command: look })).stdout).toBe("1\n");
    expect((await skills.run({ command: look })).stdout).toBe("0\n");
    expect((await containersOf(given.placement)).length).toBe(2);
    expect((await skills.run({ command: "kill -KILL -1; sleep 1" })).exitCode).toBe(137);
    expect((await sandbox.run({ command: look })).stdout).toBe("1\n");
    expect((await skills.run({ command: "echo x > /mnt/skills/f" })).exitCode).not.toBe(0);
    await running.kill();
  });
});
