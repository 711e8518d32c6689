import { describe, expect, it } from "vitest";
import { containersOf, whyNoDocker } from "./docker.test-support.ts";
import { given, holdUpWorkers, silentDocker } from "./silence.test-support.ts";
import { skips } from "../../sandbox-process/src/testing/needs.ts";

const isSkipped = skips("what holds up who starts commands", await whyNoDocker());

describe.skipIf(isSkipped)("a container in which nothing responds", () => {
  it("delays a command for a limited time, and the next one runs", async () => {
    const engine = await silentDocker("exec");
    const own = await given({ dockerPath: engine.file });
    const beside = await holdUpWorkers(own);
    // No worker starts, which could run the command.
    await engine.begin();
    await expect(own.sandbox.run({ command: "echo x >> ran" })).rejects.toMatchObject({
      code: "sandbox_unavailable",
    });
    await beside.kill();
    await engine.end();
    expect((await own.sandbox.run({ command: "echo next" })).stdout).toBe("next\n");
    expect(await own.volume.stat("ran")).toBeNull();
  });

  it("does not delay the provider's close", async () => {
    const own = await given();
    await holdUpWorkers(own);
    const running = own.sandbox.run({ command: "echo x >> ran" }).catch(() => null);
    await own.provider.close();
    await running;
    expect(await containersOf(own.placement)).toEqual([]);
  });

  it("ends by its deadline where the engine does not remove the container, which is removed later", async () => {
    const engine = await silentDocker("rm");
    const own = await given({ dockerPath: engine.file });
    const running = await own.sandbox.spawn({ command: "echo begun; sleep 300" });
    const reader = running.stdout.getReader();
    await reader.read();
    await engine.begin();
    await own.provider.remove("ws_1");
    expect(await running.wait()).toEqual({ exitCode: 137 });
    expect(await reader.read()).toMatchObject({ done: true });
    await engine.end();
    const next = own.another();
    await next.start();
    await next.close();
    expect(await containersOf(own.placement)).toEqual([]);
  });
});
