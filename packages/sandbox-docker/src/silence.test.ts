import { sandboxLossOf } from "@workspace-agent/core/ports";
import { fakeClock } from "@workspace-agent/core/testing";
import { describe, expect, it } from "vitest";
import { containersOf, whyNoDocker } from "./docker.test-support.ts";
import { given, holdUpWorkers, silentDocker } from "./silence.test-support.ts";
import { skips } from "../../sandbox-process/src/testing/needs.ts";

const isSkipped = skips("commands that are given up while nothing answers", await whyNoDocker());

describe.skipIf(isSkipped)("a container in which nothing responds", () => {
  it("does not delay the abort of a command, which then never runs", async () => {
    const engine = await silentDocker("exec");
    const own = await given({ dockerPath: engine.file });
    const beside = await holdUpWorkers(own);
    // No worker starts, which could run the command.
    await engine.begin();
    const stop = new AbortController();
    let isCancelled = false;
    const stdin = new ReadableStream<Uint8Array>({ cancel: () => void (isCancelled = true) });
    const running = own.sandbox.run({ command: "echo x >> ran", abortSignal: stop.signal, stdin });
    setTimeout(() => stop.abort(), 200);
    // Waiting for a response would fail with `sandbox_unavailable`.
    expect(await running).toMatchObject({ exitCode: 137, stdout: "" });
    expect(isCancelled).toBe(true);
    await beside.kill();
    await engine.end();
    expect((await own.sandbox.run({ command: "echo next" })).stdout).toBe("next\n");
    expect(await own.volume.stat("ran")).toBeNull();
  });

  it("does not delay the removal of its workspace", async () => {
    const own = await given();
    await holdUpWorkers(own);
    const running = own.sandbox.run({ command: "echo x >> ran" }).catch(() => null);
    await own.provider.remove("ws_1");
    await running;
    expect(await containersOf(own.placement)).toEqual([]);
  });

  it("does not delay the abort of a command whose container the engine does not make", async () => {
    const engine = await silentDocker("run");
    const own = await given({ dockerPath: engine.file });
    await engine.begin();
    const stop = new AbortController();
    const running = own.sandbox.run({ command: "true", abortSignal: stop.signal });
    setTimeout(() => stop.abort(), 200);
    expect(await running).toMatchObject({ exitCode: 137 });
    await engine.end();
  });

  it("causes an error that says that the engine has no disk space, and works again when there is space", async () => {
    const engine = await silentDocker("run", "echo 'write /x: no space left on device' >&2");
    const { sandbox } = await given({ dockerPath: engine.file });
    await engine.begin();
    await expect(sandbox.run({ command: "true" })).rejects.toMatchObject({
      code: "sandbox_unavailable",
      detail: "The container engine has no disk space left.",
    });
    await engine.end();
    expect((await sandbox.run({ command: "echo again" })).stdout).toBe("again\n");
  });

  it("allows retries for half a minute where the engine fails without a reason", async () => {
    const engine = await silentDocker("run", "true");
    const clock = fakeClock();
    const { sandbox } = await given({ dockerPath: engine.file, clock });
    const run = async () => sandbox.run({ command: "echo done" }).then(({ stdout }) => stdout, sandboxLossOf);
    await engine.begin();
    expect(await run()).toBe("not_started");
    await clock.advance(29_000);
    expect(await run()).toBe("not_started");
    await clock.advance(1_000);
    expect(await run()).toBe(null);
    // The last failure is long ago and does not count.
    await clock.advance(60_001);
    expect(await run()).toBe("not_started");
    await engine.end();
    expect(await run()).toBe("done\n");
  });

  it("treats an engine that fails every request without a reason as down", async () => {
    const engine = await silentDocker("*", "true");
    const clock = fakeClock();
    const { sandbox, another } = await given({ dockerPath: engine.file, clock });
    const away = { detail: "The container engine does not answer.", extra: { sandbox: "not_started" } };
    await engine.begin();
    await expect(another().start()).rejects.toMatchObject(away);
    for (let attempt = 0; attempt < 3; attempt++) {
      await expect(sandbox.run({ command: "true" })).rejects.toMatchObject(away);
      await clock.advance(30_000);
    }
    await engine.end();
    expect((await sandbox.run({ command: "echo again" })).stdout).toBe("again\n");
  });
});
