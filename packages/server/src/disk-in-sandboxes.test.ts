import { describe, expect, it } from "vitest";
import { agentIn, resultOf } from "./agent-in-sandbox.test-support.ts";

const MIB = 1_048_576;
const withDisk = (mib: number) => ({ config: { sandbox: { disk_mb: mib } } });

describe("a command that fills the disk of its workspace, in the local sandbox", () => {
  it("is ended while it writes, leaves the file API full, and the agent removes what it wrote", async (context) => {
    const agent = await agentIn("local", context, withDisk(10));
    const command = "for ((i = 0; ; i++)); do head -c 1M /dev/zero > f$i; done";
    const filled = await agent.turn("bash", { command });
    expect(filled).toMatchObject({ status: "completed" });
    expect(resultOf(filled)).toMatch(
      /\[disk full: \/workspace takes [\d.]+ MiB of 10 MiB; the command was killed\]/,
    );
    const put = await agent.fetch("PUT", "agent/files?path=more", { body: new Uint8Array(1_000) });
    expect([put.status, await put.json()]).toMatchObject([507, { code: "quota_exceeded" }]);
    expect(await agent.call("write", { path: "more", content: "x" })).toContain("no space left");
    expect(await agent.call("bash", { command: "echo x > refused" })).toContain(
      "nothing can be written until some of it is removed",
    );
    expect(
      (await agent.fetch("DELETE", "agent/files?path=f0")).status,
      "a file of a full volume is removed",
    ).toBe(204);
    const removed = await agent.turn("bash", { command: "rm -f f*; ls f*" });
    expect(removed).toMatchObject({ status: "completed" });
    const kept = await agent.fetch("PUT", "agent/files?path=more", { body: new Uint8Array(1_000) });
    expect(kept.status).toBe(201);
  });
});

describe("a background process that fills the disk of its workspace", () => {
  it("is ended, and its agent receives why", async (context) => {
    const agent = await agentIn("local", context, withDisk(10));
    // It goes on writing only when the turn that started it has ended.
    const command =
      "while [ ! -e go ]; do sleep 0.1; done; for i in 1 2 3; do head -c 5M /dev/zero > f$i; done; echo full; sleep 300";
    const started = await agent.turn("bash", { command, run_in_background: true });
    expect(started).toMatchObject({ status: "completed" });
    const id = /bg_\w+/.exec(resultOf(started))?.[0] ?? "";
    const go = await agent.fetch("PUT", "agent/files?path=go", { body: "go" });
    expect(go.status).toBe(201);
    let output = "";
    await expect
      .poll(
        async () => {
          output += await agent.call("bash_output", { id });
          return output;
        },
        { timeout: 30_000, interval: 500 },
      )
      .toContain("of 10 MiB; the command was killed]");
    expect((await agent.fetch("PUT", "agent/files?path=more", { body: "x" })).status).toBe(507);
  });
});

describe("the interpreter", () => {
  it("tells a command that fills the disk that there is no space, and goes on", async (context) => {
    const agent = await agentIn("interpreter", context, withDisk(1));
    const command = "seq 100000 > a; cp a b; ls";
    const filled = await agent.turn("bash", { command });
    expect(filled).toMatchObject({ status: "completed" });
    expect(resultOf(filled)).toMatch(/no space|ENOSPC|full/i);
    const put = await agent.fetch("PUT", "agent/files?path=more", { body: new Uint8Array(MIB / 2) });
    expect([put.status, await put.json()]).toMatchObject([507, { code: "quota_exceeded" }]);
    expect(await agent.turn("bash", { command: "rm a" })).toMatchObject({
      status: "completed",
    });
    expect(
      (await agent.fetch("PUT", "agent/files?path=more", { body: new Uint8Array(MIB / 2) })).status,
    ).toBe(201);
  });
});
