import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { containersOf, docker, whyNoDocker } from "./docker.test-support.ts";
import { oneWorkspace, type OneWorkspace } from "./one-workspace.test-support.ts";
import { skips } from "../../sandbox-process/src/testing/needs.ts";

const isSkipped = skips("commands in containers that stand still", await whyNoDocker());

describe.skipIf(isSkipped)("a command in a container that is killed", () => {
  let given: OneWorkspace;
  beforeAll(async () => {
    given = await oneWorkspace();
  });
  afterAll(() => given.remove());

  async function begun(command: string) {
    const process = await given.sandbox.spawn({ command: `echo begun; ${command}` });
    await process.stdout.getReader().read();
    return process;
  }

  it("ends with its container where nothing inside can end it, and the next command runs in another one with the same files", async () => {
    await given.sandbox.run({ command: "echo kept > /workspace/kept" });
    const idOf = async () =>
      docker("inspect", "--format", "{{.Id}}", ...(await containersOf(given.placement)));
    const before = await idOf();
    const command = await begun("sleep 300");
    const other = await begun("sleep 300");
    await docker("pause", before);
    await command.kill();
    expect(await other.wait()).toEqual({ exitCode: 137 });
    expect((await given.sandbox.run({ command: "cat /workspace/kept" })).stdout).toBe("kept\n");
    expect((await containersOf(given.placement)).length).toBe(1);
    expect(await idOf()).not.toBe(before);
  });
});
