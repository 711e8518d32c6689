import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { DomainError } from "@workspace-agent/core";
import type { Volume } from "@workspace-agent/core/ports";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { describe, expect, it, onTestFinished } from "vitest";
import { whyNoBubblewrap } from "./bubblewrap.test-support.ts";
import { localSandbox } from "./index.ts";
import { oneWorkspace } from "./one-workspace.test-support.ts";
import { skips } from "../../sandbox-process/src/testing/needs.ts";
import { newFolder } from "../../sandbox-process/src/testing/new-folder.ts";

const isSkipped = skips("the start of the local sandbox", await whyNoBubblewrap());

describe.skipIf(isSkipped)("the start of the local sandbox", () => {
  it.for(["relative", "/opt/../etc", "/", "/etc", "/proc/1", "/root", "/opt/there-is-none"])(
    "refuses %s as a path for commands to read",
    async (path) => {
      const provider = localSandbox({ extraReadOnlyPaths: [path] });
      onTestFinished(() => provider.close());
      const error: unknown = await provider.start().catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "sandbox_unavailable" });
      expect(DomainError.isInstance(error) && error.detail).toContain(path);
    },
  );

  it.for([
    ["a path that commands see", { protectedPaths: ["/usr/share/data"] }, ["/usr", "/usr/share/data"]],
    ["a path behind a link", { protectedPaths: ["LINK/data"] }, ["/usr", "LINK/data"]],
    ["its own folder", { dir: "LINK" }, ["/usr", "LINK"]],
    [
      "a path of which commands may read a part",
      { extraReadOnlyPaths: ["/var/lib"], protectedPaths: ["/var"] },
      ["/var/lib", "/var"],
    ],
    [
      "a path in /etc",
      { protectedPaths: ["/etc/ssl/certs/data"] },
      ["/etc/ssl/certs", "/etc/ssl/certs/data"],
    ],
  ] as const)("refuses to show %s, where it is protected, and names both", async ([, options, named]) => {
    const dir = await newFolder();
    await symlink("/usr/share", join(dir, "link"));
    const linked = (text: string) => text.replace("LINK", join(dir, "link"));
    const { dir: own, protectedPaths, ...others } = { dir: "", protectedPaths: [], ...options };
    const provider = localSandbox({
      ...others,
      ...(own !== "" && { dir: linked(own) }),
      protectedPaths: protectedPaths.map(linked),
    });
    onTestFinished(() => provider.close());
    const error: unknown = await provider.start().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "sandbox_unavailable" });
    for (const path of named) expect(DomainError.isInstance(error) && error.detail).toContain(linked(path));
  });

  it("refuses a mount that contains a protected path, but not one inside of it", async () => {
    const dir = await newFolder();
    const volumes = folderVolumes({ dir });
    const [inside, around] = [await volumes.workspace("ws_1"), await volumes.workspace("ws_2")];
    const keys = join(around.hostPath ?? "", "keys");
    const { reopen, remove } = await oneWorkspace({ protectedPaths: [dir, keys] });
    onTestFinished(remove);
    const open = (volume: Volume) => reopen({ mounts: [{ target: "/workspace", volume, access: "write" }] });
    expect(await (await open(inside)).run({ command: "pwd" })).toMatchObject({ stdout: "/workspace\n" });
    const error: unknown = await open(around).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "sandbox_unavailable" });
    for (const path of [keys, around.hostPath ?? ""])
      expect(DomainError.isInstance(error) && error.detail).toContain(path);
  });

  it("shows commands extra paths read-only", async () => {
    const { sandbox, remove } = await oneWorkspace({ extraReadOnlyPaths: ["/etc/os-release"] });
    onTestFinished(remove);
    const { stdout, exitCode } = await sandbox.run({
      command: "cat /etc/os-release; echo x >> /etc/os-release",
    });
    expect(stdout).toContain("ID=");
    expect(exitCode).not.toBe(0);
  });

  it("does not change the files of commands of another server on the same folder", async () => {
    const { sandbox, remove, dir } = await oneWorkspace();
    onTestFinished(remove);
    const look = async () =>
      (await sandbox.run({ command: "stat -c '%n %i %s %z' /etc/*; cat /etc/passwd" })).stdout;
    const before = await look();
    expect(before).toContain("/etc/passwd");
    const other = localSandbox({ dir: join(dir, "sandboxes") });
    onTestFinished(() => other.close());
    await other.start();
    expect(await look()).toBe(before);
    await other.close();
    expect(await look()).toBe(before);
  });

  it("logs how commands are limited", async () => {
    const said: string[] = [];
    const logger = { debug() {}, info: (_: unknown, text: string) => said.push(text), warn() {}, error() {} };
    const provider = localSandbox({ logger });
    onTestFinished(() => provider.close());
    await provider.start();
    expect(said.join("\n")).toContain("control groups");
  });
});
