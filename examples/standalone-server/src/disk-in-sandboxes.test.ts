import { interpreterSandbox } from "@workspace-agent/sandbox-interpreter";
import { localSandbox } from "@workspace-agent/sandbox-local";
import { describe, expect, it } from "vitest";
import { join } from "node:path";
import { httpAgent } from "./http-agent.test-support.ts";

const MIB = 1_048_576;
const TEN_MIB = { sandbox: { disk_mb: 10 } };
const local = (dir: string) => localSandbox({ dir: join(dir, "sandboxes") });

const resultOf = ({ messages }: { messages: readonly { role: string; content: string }[] }) =>
  messages.find(({ role }) => role === "tool")?.content ?? "";

describe("a command that fills the disk of its workspace, in the local sandbox", () => {
  it("is the last of its turn, leaves the file API full, and is made good by the next turn", async ({
    skip,
  }) => {
    const agent = await httpAgent(local, TEN_MIB);
    if (typeof agent === "string") {
      console.warn(`\nSKIPPED: a full disk in the local sandbox, since ${agent}\n`);
      return skip();
    }
    const command = "for i in 1 2 3; do head -c 5M /dev/zero > f$i; done; echo written";
    const filled = await agent.turn("bash", { command });
    expect(filled).toMatchObject({
      status: "failed",
      reason: "sandbox_error",
      error: { code: "quota_exceeded", detail: expect.stringContaining("of 10 MiB") as string },
    });
    expect(resultOf(filled)).toBe("written");
    const put = await agent.fetch("PUT", "agent/files?path=more", { body: new Uint8Array(1_000) });
    expect([put.status, await put.json()]).toMatchObject([507, { code: "quota_exceeded" }]);
    const written = await agent.turn("write", { path: "more", content: "x" }, filled.session_id);
    expect(resultOf(written)).toContain("no space left");

    const looked = await agent.turn("bash", { command: "ls" }, filled.session_id);
    expect(looked).toMatchObject({ status: "completed" });
    const worse = await agent.turn(
      "bash",
      { command: "head -c 5M /dev/zero > f4; sleep 1" },
      filled.session_id,
    );
    expect(worse).toMatchObject({ status: "failed", error: { code: "quota_exceeded" } });
    const removed = await agent.turn("bash", { command: "rm f1 f4" }, filled.session_id);
    expect(removed).toMatchObject({ status: "completed" });
    expect(
      (await agent.fetch("DELETE", "agent/files?path=f2")).status,
      "a file of a full volume is removed",
    ).toBe(204);
    const kept = await agent.fetch("PUT", "agent/files?path=more", { body: new Uint8Array(1_000) });
    expect(kept.status).toBe(201);
  });
});

describe("a background process that fills the disk of its workspace", () => {
  it("is ended, and its agent is told why", { timeout: 60_000 }, async ({ skip }) => {
    const agent = await httpAgent(local, TEN_MIB);
    if (typeof agent === "string") {
      console.warn(`\nSKIPPED: a full disk by a background process, since ${agent}\n`);
      return skip();
    }
    // It goes on writing only when the turn that started it has ended.
    const command =
      "while [ ! -e go ]; do sleep 0.1; done; for i in 1 2 3; do head -c 5M /dev/zero > f$i; done; echo full; sleep 300";
    const started = await agent.turn("bash", { command, run_in_background: true });
    expect(started).toMatchObject({ status: "completed" });
    const id = /bg_\w+/.exec(resultOf(started))?.[0] ?? "";
    const go = await agent.fetch("PUT", "agent/files?path=go", { body: "go" });
    expect(go.status).toBe(201);
    await expect
      .poll(async () => resultOf(await agent.turn("bash_output", { id }, started.session_id)), {
        timeout: 30_000,
        interval: 500,
      })
      .toContain("killed: the workspace's files take more than its disk_mb");
    expect((await agent.fetch("PUT", "agent/files?path=more", { body: "x" })).status).toBe(507);
  });
});

describe("the interpreter", () => {
  it("tells a command that fills the disk that there is no space, and goes on", async () => {
    const agent = await httpAgent(() => interpreterSandbox(), { sandbox: { disk_mb: 1 } });
    if (typeof agent === "string") throw new Error(agent);
    const command = "seq 100000 > a; cp a b; ls";
    const filled = await agent.turn("bash", { command });
    expect(filled).toMatchObject({ status: "completed" });
    expect(resultOf(filled)).toMatch(/no space|ENOSPC|full/i);
    const put = await agent.fetch("PUT", "agent/files?path=more", { body: new Uint8Array(MIB / 2) });
    expect([put.status, await put.json()]).toMatchObject([507, { code: "quota_exceeded" }]);
    expect(await agent.turn("bash", { command: "rm a" }, filled.session_id)).toMatchObject({
      status: "completed",
    });
    expect(
      (await agent.fetch("PUT", "agent/files?path=more", { body: new Uint8Array(MIB / 2) })).status,
    ).toBe(201);
  });
});
