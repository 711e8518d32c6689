import { rename } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "@workspace-agent/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { whyNoBubblewrap } from "./bubblewrap.test-support.ts";
import { commandProcess } from "./command-process.ts";
import { oneWorkspace } from "./one-workspace.test-support.ts";

const reason = await whyNoBubblewrap();
if (reason !== null) console.warn(`\nSKIPPED: the rest of the local sandbox, since ${reason}\n`);

describe.skipIf(reason !== null)("a place of the local sandbox that is not used", () => {
  it("gives its namespaces up also when its last command could not be launched", async () => {
    const { dir, provider, sandbox, volume, remove } = await oneWorkspace({ idleMs: 100 });
    onTestFinished(remove);
    await rename(volume.hostPath ?? "", join(dir, "moved"));
    await expect(sandbox.run({ command: "true" })).rejects.toMatchObject({ code: "sandbox_unavailable" });
    expect(provider.state("ws_1")).toBe("running");
    await expect.poll(() => provider.state("ws_1")).toBe("stopped");
  });
});

describe("an abort whose kill fails", () => {
  it("is logged, and is no rejection that nobody handles", async () => {
    const logged: string[] = [];
    const logger: Logger = { debug() {}, info() {}, warn() {}, error: (_, message) => logged.push(message) };
    const stop = new AbortController();
    const nothing = () => new ReadableStream<Uint8Array>();
    const exit = Promise.withResolvers<number>();
    // No process has this id, and no signal can be sent to it.
    const launched = {
      pid: 0,
      insidePid: NaN,
      stdin: null,
      stdout: nothing(),
      stderr: nothing(),
      exited: exit.promise,
    };
    const process = commandProcess(launched, stop.signal, logger);
    stop.abort();
    exit.resolve(0);
    expect(await process.wait()).toEqual({ exitCode: 0 });
    expect(logged).toEqual(["a command could not be killed"]);
  });
});
