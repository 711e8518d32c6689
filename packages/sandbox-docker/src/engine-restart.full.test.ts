import { rm } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { whyNoDocker } from "./docker.test-support.ts";
import { oneWorkspace } from "./one-workspace.test-support.ts";
import { OwnEngine, whyNoEngine } from "./own-engine.test-support.ts";
import { skips } from "../../sandbox-process/src/testing/needs.ts";
import { aMarker, processesWith } from "../../sandbox-process/src/testing/host.ts";

const isSkipped = skips("engines that are restarted or full", (await whyNoDocker()) ?? (await whyNoEngine()));

describe.skipIf(isSkipped)("an engine", () => {
  let engine: OwnEngine;
  beforeAll(async () => {
    engine = await OwnEngine.create();
  });
  afterAll(() => engine.remove(), 60_000);

  async function given() {
    const workspace = await oneWorkspace({ environment: engine.environment });
    onTestFinished(workspace.remove);
    return workspace;
  }
  const leftInEngine = async () =>
    [await engine.docker("ps", "--all", "--quiet"), await engine.docker("volume", "ls", "--quiet")].join("");

  it("that is killed and restarted during a command ends it with the reason, and leaves no process", async () => {
    const { sandbox, provider, placement, containers } = await given();
    const marker = aMarker();
    const command = "(setsid sleep 300 &); echo begun; sleep 300";
    const running = await sandbox.spawn({ command, env: { MARKER: marker } });
    await running.stdout.getReader().read();
    await engine.stop("SIGKILL");
    const away = { code: "sandbox_unavailable", detail: "The container engine does not answer." };
    await expect(running.wait()).rejects.toMatchObject(away);
    await expect(sandbox.run({ command: "true" })).rejects.toMatchObject(away);
    await engine.start();
    expect((await sandbox.run({ command: "echo again" })).stdout).toBe("again\n");
    await expect.poll(() => processesWith(marker)).toEqual([]);
    expect((await engine.docker("ps", "--all", "--quiet")).split("\n").length).toBe(1);
    await provider.remove("ws_1");
    expect(await containers.list(placement)).toEqual([]);
    expect(await leftInEngine()).toBe("");
  });

  it("that is stopped and restarted during a command does so too", async () => {
    const { sandbox, provider } = await given();
    const running = await sandbox.spawn({ command: "echo begun; sleep 300" });
    await running.stdout.getReader().read();
    await engine.stop("SIGTERM");
    await expect(running.wait()).rejects.toMatchObject({ code: "sandbox_unavailable" });
    await engine.start();
    expect((await sandbox.run({ command: "echo again" })).stdout).toBe("again\n");
    await provider.remove("ws_1");
    expect(await leftInEngine()).toBe("");
  });

  it("without disk space causes an error that says so, leaves nothing, and works again when there is space", async () => {
    const { sandbox, provider, placement, containers } = await given();
    const filler = join(engine.disk, "filler");
    await execa("dd", ["if=/dev/zero", `of=${filler}`, "bs=1M"], { reject: false });
    await execa("dd", ["if=/dev/zero", `of=${filler}.2`, "bs=1"], { reject: false });
    await expect(sandbox.run({ command: "true" })).rejects.toMatchObject({
      code: "sandbox_unavailable",
      detail: "The container engine has no disk space left.",
    });
    await Promise.all([rm(filler), rm(`${filler}.2`, { force: true })]);
    expect((await sandbox.run({ command: "echo again" })).stdout).toBe("again\n");
    await provider.remove("ws_1");
    expect(await containers.list(placement)).toEqual([]);
    expect(await leftInEngine()).toBe("");
  });
});
