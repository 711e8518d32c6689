import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it, onTestFinished } from "vitest";
import { oneWorkspace } from "../one-workspace.test-support.ts";
import { describeLocalExhaustion, memoryBelow, isSkipped, traces } from "./exhaustion.test-support.ts";
import { aMarker, processesWith } from "../../../sandbox-process/src/testing/host.ts";

/** Collects garbage first. */
function heapInUse(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc()");
  return process.memoryUsage().heapUsed;
}

describeLocalExhaustion({ isFirst: false });

it.skipIf(isSkipped)(
  "ten thousand commands in one workspace leave no process, mount, folder, descriptor or memory",
  async () => {
    const { provider, openAnother, dir, remove } = await oneWorkspace();
    onTestFinished(remove);
    const marker = aMarker();
    const use = async (workspaceId: string, rounds: number) => {
      const sandbox = await openAnother(workspaceId);
      const run = () => sandbox.run({ command: "true", env: { MARKER: marker } });
      for (let round = 0; round < rounds; round++) await Promise.all([run(), run(), run(), run()]);
      return await traces(dir);
    };
    await use("ws_few", 50);
    await provider.remove("ws_few");
    const before = await traces(dir);
    const heap = heapInUse();
    await use("ws_many", 100);
    const memory = await memoryBelow();
    const meanwhile = await use("ws_many", 2_400);
    expect((await memoryBelow()) - memory).toBeLessThan(4 * 1_048_576);
    // Of the workspace and of the bash that is started ahead, not of each command.
    expect(meanwhile.descriptors - before.descriptors).toBeLessThan(100);
    expect(await processesWith(marker)).toEqual([]);
    await provider.remove("ws_many");
    await expect.poll(() => traces(dir, before.descriptors)).toEqual(before);
    expect(heapInUse() - heap).toBeLessThan(16 * 1_048_576);
  },
  600_000,
);
