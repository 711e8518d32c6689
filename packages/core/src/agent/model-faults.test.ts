import { describe, expect, it } from "vitest";
import { ModelError } from "../ports/model.ts";
import { bash, testHost } from "../test-host.test-support.ts";
import { retryDelay } from "./retry.ts";

const overloaded = new ModelError("overloaded", "The model is overloaded.", {
  retryable: true,
  retryAfterMs: 1,
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

  it("is asked again after whole milliseconds, whatever the provider asks for", () => {
    const delays = [16.1 * 1_000, -1].map((retryAfterMs) =>
      retryDelay(new ModelError("overloaded", "busy", { retryable: true, retryAfterMs }), 1, () => 0),
    );
    expect(delays).toEqual([16_101, 0]);
  });

  it("ends the turn when it fails for good, and the next turn works", async () => {
    const refused = new ModelError("auth", "The provider refused the key.", { retryable: false });
    await using host = await testHost({ script: [{ fail: refused }, { text: "back" }] });
    const result = await host.run("go");
    expect(result).toMatchObject({
      status: "failed",
      reason: "model_error",
      error: {
        code: "model_unavailable",
        detail: "The model's provider refused the credentials of this host: The provider refused the key.",
      },
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

  it("that writes a call without a name gets an error result for it, beside the result of the other call", async () => {
    await using host = await testHost({
      script: [{ toolCalls: [bash("a"), { name: "", arguments: { a: 1 } }] }, { text: "ok" }],
      command: async () => ({ stdout: "ran" }),
    });
    expect(await host.run("go")).toMatchObject({ reason: "end_turn", final_message: "ok" });
    expect(host.models.requests[1]?.messages.at(-1)?.parts).toMatchObject([
      { output: "ran" },
      { is_error: true, output: expect.stringContaining("The call names no tool.") as string },
    ]);
  });

  it("that ends for calls and wrote none is asked again", async () => {
    await using host = await testHost({
      script: [{ text: "I look.", finish: "tool-calls" }, { finish: "tool-calls" }, { text: "ok" }],
    });
    const result = await host.run("go");
    expect(result).toMatchObject({ reason: "end_turn", final_message: "ok", stats: { steps: 3 } });
    expect(host.models.requests[1]?.messages.at(-1)?.parts).toMatchObject([
      { text: expect.stringContaining("it contains no call") as string },
    ]);
  });

  it.each([
    ["a text", { text: "So far", finish: "length" as const }],
    ["a call", { toolCalls: [bash("ls")], finish: "length" as const }],
  ])("is not stuck after three such steps that are not in a row: %s was cut off between", async (_, cut) => {
    const [none, unknown] = [{ finish: "tool-calls" as const }, { toolCalls: [{ name: "fly" }] }];
    await using host = await testHost({ script: [none, unknown, cut, none, unknown, { text: "ok" }] });
    expect(await host.run("go")).toMatchObject({ reason: "end_turn", final_message: "ok" });
  });

  it("that ends for calls and wrote none three times in a row is stuck", async () => {
    await using host = await testHost({ script: () => ({ finish: "tool-calls" }) });
    expect(await host.run("go")).toMatchObject({
      reason: "stuck",
      error: { code: "malformed_calls" },
      stats: { steps: 3 },
    });
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
