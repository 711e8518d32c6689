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
  it("is ended while it writes, leaves the file API full, and the agent removes what it wrote", async ({
    skip,
  }) => {
    const agent = await httpAgent(local, TEN_MIB);
    if (typeof agent === "string") {
      console.warn(`\nSKIPPED: a full disk in the local sandbox, since ${agent}\n`);
      return skip();
    }
    const command = "for ((i = 0; ; i++)); do head -c 1M /dev/zero > f$i; done";
    const filled = await agent.turn("bash", { command });
    expect(filled).toMatchObject({ status: "completed" });
    expect(resultOf(filled)).toMatch(
      /\[disk full: \/workspace takes [\d.]+ MiB of 10 MiB; the command was killed\]/,
    );
    const put = await agent.fetch("PUT", "agent/files?path=more", { body: new Uint8Array(1_000) });
    expect([put.status, await put.json()]).toMatchObject([507, { code: "quota_exceeded" }]);
    const written = await agent.turn("write", { path: "more", content: "x" }, filled.session_id);
    expect(resultOf(written)).toContain("no space left");

    const worse = await agent.turn("bash", { command: "echo x > refused" }, filled.session_id);
    expect(resultOf(worse)).toContain("nothing can be written until some of it is removed");
    expect(
      (await agent.fetch("DELETE", "agent/files?path=f0")).status,
      "a file of a full volume is removed",
    ).toBe(204);
    const removed = await agent.turn("bash", { command: "rm -f f*; ls f*" }, filled.session_id);
    expect(removed).toMatchObject({ status: "completed" });
    const kept = await agent.fetch("PUT", "agent/files?path=more", { body: new Uint8Array(1_000) });
    expect(kept.status).toBe(201);
  });
});

describe("a background process that fills the disk of its workspace", () => {
  it("is ended, and its agent receives why", async ({ skip }) => {
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
    let output = "";
    await expect
      .poll(
        async () => {
          output += resultOf(await agent.turn("bash_output", { id }, started.session_id));
          return output;
        },
        { timeout: 30_000, interval: 500 },
      )
      .toContain("of 10 MiB; the command was killed]");
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
