import { describe, expect, it } from "vitest";
import { ModelError } from "../ports/model.ts";
import { admin, testHost, until } from "../test-host.test-support.ts";
import type { SessionEvent } from "../sessions/event.ts";
import { NOT_RUN } from "../sessions/prompt-builder.ts";

const bash = (command: string) => ({ name: "bash", arguments: { command } });
const types = (events: readonly SessionEvent[]) => events.map((event) => event.type);
const overloaded = new ModelError("overloaded", "The model is overloaded.", {
  retryable: true,
  retryAfterMs: 1,
});

describe("a turn", () => {
  it("goes from the prompt through tools to the agent's last words", async () => {
    await using host = await testHost({
      script: [{ text: "I look.", toolCalls: [bash("echo hi")] }, { text: "It said hi." }],
      command: () => ({ stdout: "hi\n" }),
    });
    const result = await host.run("say hi");
    expect(result).toMatchObject({
      status: "completed",
      reason: "end_turn",
      final_message: "It said hi.",
      error: null,
    });
    expect(result.stats).toMatchObject({ steps: 2, tool_calls: 1, input_tokens: 20, output_tokens: 10 });
    expect(result.messages.map(({ role, content }) => [role, content])).toEqual([
      ["user", "say hi"],
      ["assistant", "I look."],
      ["tool", "hi"],
      ["assistant", "It said hi."],
    ]);
    expect(types(await host.events(result.session_id))).toEqual([
      "session.started",
      "turn.queued",
      "item.completed",
      "turn.started",
      "item.completed",
      "item.completed",
      "item.started",
      "item.completed",
      "item.completed",
      "turn.ended",
    ]);
  });

  it("shows the model what it said and what came of it, in the next step and the next turn", async () => {
    await using host = await testHost({
      script: [
        { reasoning: { text: "hm", provider: { signature: "s" } }, toolCalls: [bash("date")] },
        { text: "done" },
        { text: "again" },
      ],
      command: () => ({ stdout: "now\n" }),
    });
    const { session_id } = await host.run("first");
    await host.run("second", { session_id });
    expect(
      host.models.requests[1]?.messages.map(({ role, parts }) => [role, parts.map(({ type }) => type)]),
    ).toEqual([
      ["user", ["text"]],
      ["assistant", ["reasoning", "tool_call"]],
      ["tool", ["tool_result"]],
    ]);
    expect(host.models.requests[1]?.messages[1]?.parts[0]).toEqual({
      type: "reasoning",
      text: "hm",
      provider: { signature: "s" },
    });
    expect(host.models.requests[2]?.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "assistant",
      "user",
    ]);
    expect(host.models.requests[2]?.system).toBe(host.models.requests[0]?.system);
  });

  it("tells the model of an unknown tool, malformed JSON and wrong arguments, and goes on", async () => {
    await using host = await testHost({
      script: [
        { toolCalls: [{ name: "fly" }] },
        { toolCalls: [{ name: "bash", arguments: '{"command":' }] },
        { toolCalls: [bash("ok")] },
        { toolCalls: [{ name: "read", arguments: { path: 7 } }] },
        { text: "enough" },
      ],
    });
    const result = await host.run("go");
    expect(result.reason).toBe("end_turn");
    const answers = result.messages.filter(({ role }) => role === "tool").map(({ content }) => content);
    expect(answers[0]).toContain("no tool named fly");
    expect(answers[1]).toContain("not valid JSON");
    expect(answers[3]).toContain("path:");
    expect(host.sandbox.commands).toHaveLength(1);
  });

  it("ends stuck after three steps in a row that hold nothing but malformed calls", async () => {
    await using host = await testHost({ script: () => ({ toolCalls: [{ name: "fly" }] }) });
    const result = await host.run("go");
    expect(result).toMatchObject({ status: "failed", reason: "stuck" });
    expect(result.stats.steps).toBe(3);
    expect(result.messages.at(-1)?.role).toBe("assistant");
  });

  it("runs calls that only read side by side, and writes in their order", async () => {
    let running = 0;
    let most = 0;
    await using host = await testHost({
      script: [
        {
          toolCalls: [
            { name: "grep", arguments: { pattern: "a" } },
            { name: "grep", arguments: { pattern: "b" } },
            bash("one"),
            bash("two"),
          ],
        },
        { text: "done" },
      ],
      command: async ({ command }) => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, command.includes("rg") ? 5 : 1));
        if (!command.includes("rg")) expect(running).toBe(1);
        running -= 1;
        return {};
      },
    });
    const { session_id, reason } = await host.run("go");
    expect(reason).toBe("end_turn");
    expect(most).toBe(2);
    const order = (await host.events(session_id)).flatMap((event) =>
      event.type === "item.started" ? [event.item.content[0]] : [],
    );
    expect(order.map((part) => (part?.type === "tool_call" ? part.name : ""))).toEqual([
      "grep",
      "grep",
      "bash",
      "bash",
    ]);
  });

  it("is refused a tool that the workspace's permissions deny", async () => {
    await using host = await testHost({
      script: [{ toolCalls: [bash("git push origin")] }, { text: "I cannot." }],
      config: { permissions: { bash: [{ pattern: "git push*", action: "deny" }] } },
    });
    const { messages, reason } = await host.run("push");
    expect(reason).toBe("end_turn");
    expect(messages.find(({ role }) => role === "tool")?.content).toContain("permissions");
    expect(host.sandbox.commands).toHaveLength(0);
  });

  it("keeps the working directory from one command to the next", async () => {
    await using host = await testHost({
      script: [{ toolCalls: [bash("cd sub")] }, { toolCalls: [bash("pwd")] }, { text: "ok" }],
      command: ({ command }) => {
        const marker = /'(\[[0-9a-f-]{36}\])'/.exec(command)?.[1] ?? "";
        return { stdout: `out\n${marker}/workspace/sub${marker}\n` };
      },
    });
    const { messages } = await host.run("go");
    expect(host.sandbox.commands.map(({ command }) => /^cd -- '(.*?)'/.exec(command)?.[1])).toEqual([
      "/workspace",
      "/workspace/sub",
    ]);
    expect(messages.filter(({ role }) => role === "tool").map(({ content }) => content)).toEqual([
      "out",
      "out",
    ]);
  });

  it("never shows a secret of the workspace in what a tool gives", async () => {
    await using host = await testHost({
      script: [{ toolCalls: [bash("env")] }, { text: "ok" }],
      config: { env: { KEY: { value: "hunter22hunter22", secret: true } } },
      command: ({ env }) => ({ stdout: `KEY=${env?.["KEY"] ?? ""}\n` }),
    });
    const { session_id } = await host.run("go");
    expect(host.sandbox.commands[0]?.env).toEqual({ KEY: "hunter22hunter22" });
    const log = JSON.stringify(await host.events(session_id));
    expect(log).toContain("KEY=[secret KEY]");
    expect(log).not.toContain("hunter22");
  });
});

describe("a turn's limits", () => {
  it("end it after the last step, which has no tools, with the agent's summary", async () => {
    await using host = await testHost({
      script: (request) =>
        request.tools.length > 0 ? { toolCalls: [bash("more")] } : { text: "I got this far." },
    });
    const result = await host.run("go", { limits: { max_steps: 3 } });
    expect(result).toMatchObject({
      status: "completed",
      reason: "max_steps",
      final_message: "I got this far.",
    });
    expect(result.stats).toMatchObject({ steps: 3, tool_calls: 2 });
  });

  it("of tokens end it too", async () => {
    await using host = await testHost({
      script: (request) =>
        request.tools.length > 0
          ? { toolCalls: [bash("more")], usage: { output_tokens: 60 } }
          : { text: "Spent." },
    });
    const result = await host.run("go", { limits: { max_output_tokens: 100 } });
    expect(result).toMatchObject({ status: "completed", reason: "budget_reached", final_message: "Spent." });
  });

  it("of time stop a tool that runs and a model that stalls", async () => {
    await using tool = await testHost({
      script: (request) =>
        request.tools.length > 0 ? { toolCalls: [bash("sleep")] } : { text: "Time is over." },
      command: () => new Promise(() => {}),
    });
    const stopped = await tool.run("go", { limits: { max_turn_seconds: 1 } });
    expect(stopped).toMatchObject({ reason: "max_time", status: "completed" });
    expect(stopped.messages.map(({ content }) => content).join()).toContain("Time is over.");
    await using model = await testHost({
      script: (request) =>
        request.tools.length > 0 ? { text: "half a", stall: { after: 1 } } : { text: "Over." },
    });
    expect(await model.run("go", { limits: { max_turn_seconds: 1 } })).toMatchObject({ reason: "max_time" });
  });

  it("are only ever lowered by a call", async () => {
    await using host = await testHost({
      script: [],
      config: {
        limits: {
          max_steps: 5,
          max_turn_seconds: 60,
          max_input_tokens: 10,
          max_output_tokens: null,
          max_cost_usd: null,
        },
      },
    });
    await expect(host.send("go", { limits: { max_steps: 6, max_input_tokens: null } })).rejects.toMatchObject(
      {
        code: "invalid_request",
        errors: [{ pointer: "#/limits/max_steps" }, { pointer: "#/limits/max_input_tokens" }],
      },
    );
  });
});

describe("a model that fails", () => {
  it("is asked again after a failure that may pass, under new items", async () => {
    await using host = await testHost({
      script: [{ fail: overloaded }, { text: "half", failAfter: 1 }, { text: "whole" }],
    });
    const result = await host.run("go");
    expect(result).toMatchObject({ reason: "end_turn", final_message: "whole" });
    const events = await host.events(result.session_id);
    expect(events.filter(({ type }) => type === "turn.retrying")).toMatchObject([
      { attempt: 2 },
      { attempt: 3 },
    ]);
    const given = events.flatMap((event) =>
      event.type === "item.completed" && event.item.status === "failed" ? [event.item.content[0]] : [],
    );
    expect(given).toEqual([{ type: "text", text: "half" }]);
    expect(host.models.requests[2]?.messages).toEqual(host.models.requests[0]?.messages);
    expect(result.messages.map(({ content }) => content)).toEqual(["go", "whole"]);
  });

  it("ends the turn when it fails for good, and the next turn works", async () => {
    const refused = new ModelError("auth", "The provider refused the key.", { retryable: false });
    await using host = await testHost({ script: [{ fail: refused }, { text: "back" }] });
    const result = await host.run("go");
    expect(result).toMatchObject({
      status: "failed",
      reason: "model_error",
      error: { code: "model_unavailable", detail: "The provider refused the key." },
    });
    expect(result.messages.at(-1)?.role).toBe("assistant");
    expect(await host.run("again", { session_id: result.session_id })).toMatchObject({
      status: "completed",
      final_message: "back",
    });
  });

  it("ends the turn after five attempts", async () => {
    await using host = await testHost({ script: () => ({ fail: overloaded }) });
    const result = await host.run("go");
    expect(result).toMatchObject({ status: "failed", reason: "model_error" });
    expect(host.models.requests).toHaveLength(5);
  });

  it("is never taken for one that finished when its stream was cut off", async () => {
    await using host = await testHost({
      script: [
        { text: "I think", truncate: true },
        { text: "calls", toolCalls: [bash("rm")], truncate: true },
        { text: "other", finish: "other" },
        { text: "done" },
      ],
    });
    const result = await host.run("go");
    expect(result).toMatchObject({ reason: "end_turn", final_message: "done" });
    expect(host.sandbox.commands).toHaveLength(0);
    expect(result.stats.steps).toBe(1);
  });

  it("has no call run that was cut off by its length", async () => {
    await using host = await testHost({
      script: [
        { toolCalls: [bash("rm")], finish: "length" },
        { text: "long", finish: "length" },
        { text: " end" },
      ],
    });
    const result = await host.run("go");
    expect(host.sandbox.commands).toHaveLength(0);
    expect(result.reason).toBe("end_turn");
    expect(host.models.requests[2]?.messages.at(-1)?.role).toBe("user");
  });

  it("that refuses completes the turn as refused", async () => {
    await using host = await testHost({ script: [{ text: "I will not.", finish: "refused" }] });
    expect(await host.run("go")).toMatchObject({
      status: "completed",
      reason: "refused",
      final_message: "I will not.",
    });
  });

  it("that says nothing still ends the turn with an assistant's message", async () => {
    await using host = await testHost({ script: [{}] });
    const result = await host.run("go");
    expect(result).toMatchObject({ status: "completed", reason: "end_turn" });
    expect(result.messages.at(-1)).toMatchObject({ role: "assistant" });
    expect(result.final_message).not.toBe("");
  });

  it("that gives every call the same id still has each answered", async () => {
    await using host = await testHost({
      script: [
        {
          toolCalls: [
            { ...bash("a"), id: "0" },
            { ...bash("b"), id: "0" },
          ],
        },
        { toolCalls: [{ ...bash("c"), id: "0" }] },
        { text: "ok" },
      ],
    });
    expect((await host.run("go")).reason).toBe("end_turn");
    const ids = host.models.requests[2]?.messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === "tool_call" ? [part.call_id] : [])),
    );
    expect(new Set(ids).size).toBe(3);
  });
});

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
    const results = events.flatMap((event) =>
      event.type === "item.completed" && event.item.kind === "tool_result" ? [event.item.content[0]] : [],
    );
    expect(results.map((part) => (part?.type === "tool_result" ? part.output : ""))).toEqual([
      expect.stringContaining("stopped"),
      NOT_RUN,
    ]);
    expect(events.at(-1)).toMatchObject({
      type: "turn.ended",
      turn: { status: "interrupted", stop_reason: "interrupted" },
    });
  });
});
