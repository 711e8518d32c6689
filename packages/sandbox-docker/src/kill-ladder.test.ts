import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { containersOf, docker, whyNoDocker } from "./docker.test-support.ts";
import { oneWorkspace, type OneWorkspace } from "./one-workspace.test-support.ts";
import { skips } from "../../sandbox-process/src/testing/needs.ts";

const isSkipped = skips("how commands in containers are ended", await whyNoDocker());

describe.skipIf(isSkipped)("a command in a container that is killed", () => {
  let given: OneWorkspace;
  beforeAll(async () => {
    given = await oneWorkspace();
  });
  afterAll(() => given.remove());

  async function begun(command: string, first = ":") {
    const process = await given.sandbox.spawn({ command: `${first}; echo begun; ${command}` });
    const reader = process.stdout.getReader();
    await reader.read();
    return { process, reader };
  }

  it("may end by itself, and its last output is read", async () => {
    const { process, reader } = await begun("while :; do sleep 0.01; done", "trap 'echo bye; exit 3' TERM");
    await process.kill();
    expect(await process.wait()).toEqual({ exitCode: 137 });
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("bye\n");
  });

  it("is ended where it does not, and the container stays", async () => {
    const before = await containersOf(given.placement);
    const { process } = await begun("while :; do sleep 0.01; done", "trap '' TERM HUP INT");
    const started = performance.now();
    await process.kill();
    expect(performance.now() - started).toBeGreaterThan(2_500);
    expect(await containersOf(given.placement)).toEqual(before);
  });

  it("has ended before the next command starts, even if it is looked for later", async () => {
    // Two workers wait from now on.
    await Promise.all([given.sandbox.run({ command: ":" }), given.sandbox.run({ command: ":" })]);
    const { process, reader } = await begun("until [ -e go ]; do sleep 0.01; done");
    const [name = ""] = await containersOf(given.placement);
    const resume = async () => {
      await docker("kill", "--signal", "CONT", name);
    };
    onTestFinished(resume);
    await docker("kill", "--signal", "STOP", name);
    const killed = process.kill();
    await given.volume.write("go", new Uint8Array(1));
    await reader.closed;
    const next = await begun("until [ -e on ]; do sleep 0.01; done; echo ok");
    await resume();
    await killed;
    await given.volume.write("on", new Uint8Array(1));
    expect(await next.process.wait()).toEqual({ exitCode: 0 });
  });
});
