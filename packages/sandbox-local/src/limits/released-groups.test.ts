import { spawn } from "node:child_process";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "@workspace-agent/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { whyNoBubblewrap } from "../bubblewrap.test-support.ts";
import { oneWorkspace } from "../one-workspace.test-support.ts";
import { processesNamed } from "../orphans.ts";
import { skips } from "../../../sandbox-process/src/testing/needs.ts";
import { findHierarchy } from "./hierarchy.ts";

const noBubblewrap = await whyNoBubblewrap();
const hierarchy = await findHierarchy();
const isSkipped = skips(
  "the release of control groups",
  noBubblewrap ?? (hierarchy === null ? "this host has no control groups to use" : null),
);

const groups = async () => {
  const names = await readdir(hierarchy?.folders.pids ?? "");
  return names.filter((name) => name.startsWith(`workspace-agent-${process.pid}-`));
};

describe.skipIf(isSkipped)("what an instance of the local sandbox has while it is in use", () => {
  it("is released where its processes were killed, and made again", async () => {
    const before = await groups();
    const { dir, provider, sandbox, remove } = await oneWorkspace();
    onTestFinished(remove);
    await sandbox.run({ command: "true" });
    const [server = ""] = (await readdir(join(dir, "sandboxes"))).filter((name) =>
      name.startsWith("server-"),
    );
    for (const pid of await processesNamed(server)) process.kill(pid, "SIGKILL");
    await expect
      .poll(() => sandbox.run({ command: "echo again" }).catch(() => null))
      .toMatchObject({
        stdout: "again\n",
      });
    await provider.remove("ws_1");
    expect(await groups()).toEqual(before);
  });

  it("is not released with what it had before, whose processes end late", async () => {
    const others = await groups();
    const warnings: string[] = [];
    const logger: Logger = {
      debug() {},
      info() {},
      error() {},
      warn: (_, message) => warnings.push(message),
    };
    const { provider, sandbox, remove } = await oneWorkspace({ logger }, { network: { allow: ["a.test"] } });
    onTestFinished(remove);
    const reach = async () => {
      const { exitCode } = await sandbox.run({ command: "exec 3<>/dev/tcp/127.0.0.1/3128" });
      return exitCode;
    };
    expect(await reach()).toBe(0);
    const [first = ""] = (await groups()).filter((name) => !others.includes(name));
    const late = spawn("sleep", ["300"]);
    onTestFinished(() => void late.kill("SIGKILL"));
    const folder = join(hierarchy?.folders.pids ?? "", first, "commands");
    await writeFile(join(folder, "cgroup.procs"), String(late.pid));
    provider.stopIdle?.("ws_1");
    expect(await reach()).toBe(0);
    late.kill("SIGKILL");
    // A release gives up after some time.
    const isOver = async () => warnings.length > 0 || !(await groups()).includes(first);
    await expect.poll(isOver).toBe(true);
    expect(await reach()).toBe(0);
  });
});
