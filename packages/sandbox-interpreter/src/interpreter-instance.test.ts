import { memoryVolumes } from "@workspace-agent/core/memory";
import type { SandboxMount, Volume } from "@workspace-agent/core/ports";
import { expect, it, onTestFinished } from "vitest";
import { interpreterSandbox } from "./index.ts";

/** A sandbox whose volume waits for `release` before it writes. */
async function given() {
  const memory = await memoryVolumes().workspace("ws_1");
  const [writing, release] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const steps: string[] = [];
  const volume: Volume = Object.assign(Object.create(memory) as Volume, {
    async write(...args: Parameters<Volume["write"]>) {
      writing.resolve(undefined);
      await release.promise;
      const written = await memory.write(...args);
      steps.push("written");
      return written;
    },
  });
  const provider = interpreterSandbox({ graceMs: 0 });
  onTestFinished(() => provider.close());
  const mounts: SandboxMount[] = [{ target: "/workspace", volume, access: "write" }];
  const owner = { workspaceId: "ws_1", tenant: "default", labels: {} };
  const limits = { image: null, cpus: 1, memoryMb: 512, diskMb: 1, network: "none" } as const;
  const sandbox = await provider.open({ ...owner, ...limits, mounts });
  return { provider, sandbox, steps, writing: writing.promise, release: () => release.resolve(undefined) };
}

it("an aborted command ends after the write that it had begun, though its thread is gone before", async () => {
  const { sandbox, steps, writing, release } = await given();
  const stop = new AbortController();
  const other = sandbox.run({ command: "sleep 300" });
  const killed = sandbox.run({ command: "echo x > f", abortSignal: stop.signal });
  const ended = killed.then(() => steps.push("ended"));
  await writing;
  stop.abort();
  await other;
  await new Promise(setImmediate);
  release();
  await ended;
  expect(steps).toEqual(["written", "ended"]);
  expect((await killed).exitCode).toBe(137);
});

it("an instance is closed after the writes that its commands had begun", async () => {
  const { provider, sandbox, steps, writing, release } = await given();
  const other = sandbox.run({ command: "sleep 300" });
  const writer = sandbox.run({ command: "echo x > f" });
  await writing;
  const removed = provider.remove("ws_1").then(() => steps.push("removed"));
  await other;
  await new Promise(setImmediate);
  release();
  await removed;
  expect(steps).toEqual(["written", "removed"]);
  expect((await writer).exitCode).toBe(137);
});
