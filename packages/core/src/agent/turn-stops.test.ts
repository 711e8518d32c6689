import { describe, expect, it } from "vitest";
import { admin, bash, outputs, testHost, until } from "../test-host.test-support.ts";
import { NOT_RUN } from "../domain/sessions/call-result.ts";
import { withMembers } from "../ports/checks/shape.ts";
import type { Sandbox } from "../ports/sandbox.ts";
import { scriptedSandboxes } from "../testing/index.ts";

/** Scripted sandboxes with some methods replaced. */
function sandboxesWith(methods: Partial<Sandbox>) {
  const inner = scriptedSandboxes();
  const open: typeof inner.open = async (...given) => withMembers(await inner.open(...given), methods);
  return { ...inner, open };
}

describe("a sandbox that fails", () => {
  it("ends the turn with the reason, and the next turn works without it", async () => {
    await using host = await testHost({
      script: [{ toolCalls: [bash("ls"), bash("pwd")] }, { text: "no tools" }],
    });
    host.sandbox.breakDown("The engine is away.");
    const result = await host.run("go");
    expect(result).toMatchObject({
      status: "failed",
      reason: "sandbox_error",
      error: { code: "sandbox_unavailable", detail: "The engine is away." },
    });
    expect(
      result.messages
        .filter(({ role }) => role === "tool")
        .map(({ content }) => content)
        .at(-1),
    ).toBe(NOT_RUN);
    expect(await host.run("again", { session_id: result.session_id })).toMatchObject({ status: "completed" });
  });
});

describe("an interrupt", () => {
  it("while the model streams keeps what it said and ends the turn", async () => {
    await using host = await testHost({
      script: [{ text: "I was about", stall: { after: 1 } }, { text: "next" }],
    });
    const { session_id } = await host.send("go");
    await until(() => host.models.requests.length === 1);
    const { interrupted } = await host.service.sessions.interrupt(admin, host.workspaceId, session_id);
    expect(interrupted).toBe(true);
    const session = await host.session(session_id);
    expect(session).toMatchObject({ status: "idle", stop_reason: "interrupted" });
    const next = await host.run("go on", { session_id });
    expect(next.final_message).toBe("next");
    expect(host.models.requests[1]?.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "assistant",
      "user",
    ]);
  });

  it("while a tool runs kills it, and answers the calls that were not run", async () => {
    await using host = await testHost({
      script: [{ toolCalls: [bash("sleep"), bash("never")] }, { text: "next" }],
      command: () => new Promise(() => {}),
    });
    const { session_id } = await host.send("go");
    await until(() => host.sandbox.commands.length === 1);
    await host.service.sessions.interrupt(admin, host.workspaceId, session_id);
    expect(host.sandbox.commands).toHaveLength(1);
    expect(host.sandbox.killedGroups).toEqual([session_id]);
    const events = await host.events(session_id);
    expect(outputs(events)).toEqual([expect.stringContaining("stopped"), NOT_RUN]);
    expect(events.at(-1)).toMatchObject({
      type: "turn.ended",
      turn: { status: "interrupted", stop_reason: "interrupted" },
    });
  });

  it("ends the turn with what was said although its processes cannot be ended", async () => {
    const killGroup = () => Promise.reject(new Error("The engine is not running."));
    const sandbox = { ...sandboxesWith({ killGroup }), state: () => "running" as const };
    const script = [{ text: "I was about", stall: { after: 1 } }];
    await using host = await testHost({ script, service: { sandbox } });
    const { session_id } = await host.send("go");
    await until(() => host.models.requests.length === 1);
    await host.service.sessions.interrupt(admin, host.workspaceId, session_id);
    const events = await host.events(session_id);
    expect(events.at(-1)).toMatchObject({ type: "turn.ended", turn: { status: "interrupted", error: null } });
    expect(JSON.stringify(events)).toContain('"text":"I');
  });
});
