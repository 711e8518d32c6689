import { silentLogger } from "@workspace-agent/core";
import { neverStarted } from "@workspace-agent/core/ports";
import { memoryVolumes } from "@workspace-agent/core/memory";
import { fakeClock } from "@workspace-agent/core/testing";
import { expect, it } from "vitest";
import { WatchedAreas } from "./disk/watched-areas.ts";
import { SandboxInstance } from "./sandbox-instance.ts";
import { specOf } from "./testing/spec-of.ts";

class Instance extends SandboxInstance {
  readonly isRunning = false;
  protected readonly description = "";
  readonly begun: string[] = [];

  protected async begin({ command }: { readonly command: string }) {
    this.begun.push(command);
    return neverStarted();
  }

  protected async stop() {}
}

/** An instance whose volume is never measured to the end. */
async function given() {
  const volume = Object.assign(await memoryVolumes().workspace("ws_1", { maxBytes: 1, maxInodes: 1 }), {
    hostPath: "/data",
    usage: () => new Promise<never>(() => {}),
  });
  const space = { bytes: 1_000_000_000_000, inodes: 1_000_000 };
  const areas = new WatchedAreas(silentLogger, {
    clock: fakeClock(),
    spaceOf: async () => ({ total: space, free: space }),
  });
  const context = { logger: silentLogger, areas, idleMs: 600_000, onRefused() {} };
  const instance = new Instance(specOf(volume), context);
  return { instance, sandbox: instance.open([]) };
}

const killed = { exitCode: 137, stdout: "", stderr: "" };

it("a command that is aborted while its folders are measured ends at once and does not start", async () => {
  const { instance, sandbox } = await given();
  const stop = new AbortController();
  const running = sandbox.run({ command: "true", abortSignal: stop.signal });
  stop.abort();
  expect(await running).toEqual(killed);
  expect(instance.begun).toEqual([]);
});

it("a command that was aborted before does not start, also where its input has failed", async () => {
  const { instance, sandbox } = await given();
  const stdin = new ReadableStream<Uint8Array>({
    start: (controller) => controller.error(new Error("failed")),
  });
  expect(await sandbox.run({ command: "true", stdin, abortSignal: AbortSignal.abort() })).toEqual(killed);
  expect(instance.begun).toEqual([]);
});

it("the input of a command is cancelled where its sandbox was removed", async () => {
  const { instance, sandbox } = await given();
  await instance.end();
  const reasons: unknown[] = [];
  const stdin = new ReadableStream<Uint8Array>({ cancel: (reason) => void reasons.push(reason) });
  await expect(sandbox.run({ command: "true", stdin })).rejects.toMatchObject({
    code: "sandbox_unavailable",
  });
  expect(reasons).toMatchObject([{ code: "sandbox_unavailable" }]);
});
