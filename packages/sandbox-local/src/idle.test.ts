import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Logger } from "@workspace-agent/core";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { describe, expect, it, onTestFinished } from "vitest";
import { whyNoBubblewrap } from "./bubblewrap.test-support.ts";
import { commandProcess } from "./command-process.ts";
import { localSandbox } from "./index.ts";

const reason = await whyNoBubblewrap();
if (reason !== null) console.warn(`\nSKIPPED: the rest of the local sandbox, since ${reason}\n`);

describe.skipIf(reason !== null)("a place of the local sandbox that is not used", () => {
  it("gives its namespaces up also when its last command could not be launched", async () => {
    const dir = await mkdtemp(join(tmpdir(), "sandbox-idle-"));
    const provider = localSandbox({ dir: join(dir, "sandboxes"), idleMs: 100 });
    onTestFinished(async () => {
      await provider.close();
      await rm(dir, { recursive: true, force: true });
    });
    await provider.start();
    const volume = await folderVolumes({ dir: join(dir, "files") }).workspace("ws_1");
    const sandbox = await provider.open({
      workspaceId: "ws_1",
      mounts: [{ target: "/workspace", volume, access: "write" }],
      image: null,
      cpus: 1,
      memoryMb: 512,
      diskMb: 512,
      network: "none",
    });
    await rename(volume.hostPath ?? "", join(dir, "moved"));
    await expect(sandbox.run({ command: "true" })).rejects.toMatchObject({ code: "sandbox_unavailable" });
    expect(provider.state("ws_1")).toBe("running");
    await expect.poll(() => provider.state("ws_1"), { timeout: 5_000 }).toBe("stopped");
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
    const launched = { pid: 0, insidePid: NaN, stdout: nothing(), stderr: nothing(), exited: exit.promise };
    const process = commandProcess(launched, stop.signal, logger);
    stop.abort();
    exit.resolve(0);
    expect(await process.wait()).toEqual({ exitCode: 0 });
    expect(logged).toEqual(["a command could not be killed"]);
  });
});
