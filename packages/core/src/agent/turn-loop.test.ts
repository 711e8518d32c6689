import { describe, expect, it } from "vitest";
import { bash, eventLoopTurns, testHost, until } from "../test-host.test-support.ts";
import type { SessionEvent } from "../domain/sessions/event.ts";

const types = (events: readonly SessionEvent[]) => events.map((event) => event.type);

describe("a turn", () => {
  it("runs from the prompt through tools to the agent's final message", async () => {
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
    let mostBeside = 0;
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
        if (command.includes("rg")) await until(() => most === 2);
        else {
          await eventLoopTurns();
          mostBeside = Math.max(mostBeside, running);
        }
        running -= 1;
        return {};
      },
    });
    const { session_id, reason } = await host.run("go");
    expect(reason).toBe("end_turn");
    expect([most, mostBeside]).toEqual([2, 1]);
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
    const entered = host.sandbox.commands.map(({ command, workingDirectory }) => [
      workingDirectory,
      /; cd -- '(.*?)'/.exec(command)?.[1],
    ]);
    expect(entered).toEqual([
      ["/workspace", undefined],
      ["/workspace", "./sub"],
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
