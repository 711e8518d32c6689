import type { Logger, Sandbox } from "@workspace-agent/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { oneWorkspace, type OneWorkspace } from "./one-workspace.test-support.ts";

process.env["WORKSPACE_AGENT_CANARY"] = "canary-of-the-server";

describe("the local sandbox without isolation, asked for in so many words", () => {
  const warnings: string[] = [];
  const logger: Logger = { debug() {}, info() {}, error() {}, warn: (_, message) => warnings.push(message) };
  let place: OneWorkspace;
  let sandbox: Sandbox;

  beforeAll(async () => {
    place = await oneWorkspace({ isolation: "none", logger });
    ({ sandbox } = place);
  });
  afterAll(async () => {
    await place.remove();
  });

  it("says so at the start", () => {
    expect(warnings).toEqual([expect.stringContaining("without isolation")]);
    expect(sandbox.description).toContain("without isolation");
    expect(sandbox.description).toContain("there is no /workspace");
  });

  it("runs commands in the workspace's folder, with an environment of their own", async () => {
    await sandbox.writeTextFile({ path: "/workspace/sub/a.txt", content: "hello" });
    const result = await sandbox.run({
      command: "cat a.txt; env; exit 3",
      workingDirectory: "/workspace/sub",
      env: { OWN: "mine" },
    });
    expect(result.exitCode).toBe(3);
    expect(result.stdout).toContain("hello");
    expect(result.stdout).toContain("OWN=mine");
    expect(result.stdout).not.toContain("canary");
  });

  it("comes back although a child holds the pipes, and kills what it is told to", async () => {
    const begun = performance.now();
    expect((await sandbox.run({ command: "sleep 60 & echo done" })).stdout).toBe("done\n");
    const stop = new AbortController();
    const process = await sandbox.spawn({ command: "sleep 60; echo late", abortSignal: stop.signal });
    stop.abort();
    expect(await process.wait()).toEqual({ exitCode: 137 });
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});
