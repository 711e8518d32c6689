import { readdir } from "node:fs/promises";
import type { Sandbox } from "@workspace-agent/core/ports";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { whyNoBubblewrap } from "./bubblewrap.test-support.ts";
import { oneWorkspace, type OneWorkspace } from "./one-workspace.test-support.ts";
import { skips } from "../../sandbox-process/src/testing/needs.ts";
import { aMarker, processesWith } from "../../sandbox-process/src/testing/host.ts";

const isSkipped = skips("reading in the local sandbox", await whyNoBubblewrap());

describe.skipIf(isSkipped)("reading a file outside of the mounts", () => {
  let workspace: OneWorkspace;
  let sandbox: Sandbox;

  beforeAll(async () => {
    workspace = await oneWorkspace();
    ({ sandbox } = workspace);
  });
  afterAll(async () => {
    await workspace.remove();
  });

  /** Starts to read a large sparse file. */
  async function begin(name: string, abortSignal?: AbortSignal) {
    const path = `/tmp/${name}-${aMarker()}`;
    expect((await sandbox.run({ command: `truncate -s 500M ${path}` })).exitCode).toBe(0);
    const body = await sandbox.readFile({ path, ...(abortSignal !== undefined && { abortSignal }) });
    if (body === null) throw new Error("The file is not there.");
    const reader = body.getReader();
    expect((await reader.read()).done).toBe(false);
    expect(await processesWith(`WA_PATH=${path}`)).not.toEqual([]);
    return { reader, path };
  }

  it("ends when the reader cancels", async () => {
    const { reader, path } = await begin("endless-for-a-reader");
    await reader.cancel();
    expect(await processesWith(`WA_PATH=${path}`)).toEqual([]);
  });

  it("fails when it is aborted, so that a part does not look complete", async () => {
    const stop = new AbortController();
    await sandbox.run({ command: "true" });
    const before = (await readdir("/proc/self/fd")).length;
    const { reader, path } = await begin("endless-until-aborted", stop.signal);
    stop.abort(new Error("enough"));
    const readOn = async () => {
      while (!(await reader.read()).done);
    };
    await expect(readOn()).rejects.toThrow("enough");
    await expect.poll(() => processesWith(`WA_PATH=${path}`)).toEqual([]);
    await expect.poll(async () => (await readdir("/proc/self/fd")).length).toBeLessThanOrEqual(before);
  });

  it("fails when its command is killed", async () => {
    const { reader, path } = await begin("endless-until-killed");
    for (const pid of await processesWith(`WA_PATH=${path}`)) process.kill(pid, "SIGKILL");
    const readOn = async () => {
      while (!(await reader.read()).done);
    };
    await expect(readOn()).rejects.toMatchObject({ code: "sandbox_unavailable" });
  });

  it("returns the complete file, and nothing for an empty one", async () => {
    await sandbox.run({ command: "seq 100000 > /tmp/rows; : > /tmp/empty" });
    const rows = await sandbox.readTextFile({ path: "/tmp/rows" });
    expect(rows?.split("\n").length).toBe(100_001);
    expect(await sandbox.readTextFile({ path: "/tmp/empty" })).toBe("");
  });
});
