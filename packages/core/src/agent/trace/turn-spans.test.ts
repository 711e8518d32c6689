import { SpanKind } from "@opentelemetry/api";
import { describe, expect, it } from "vitest";
import { ModelError } from "../../ports/model.ts";
import { admin, testHost, until, untilStatus } from "../../test-host.test-support.ts";
import type { ModelScript } from "../../testing/index.ts";
import { memorySpans } from "./memory-spans.test-support.ts";

const bash = { name: "bash", arguments: { command: "echo canary-argument" } };
const withTool: ModelScript = [
  { toolCalls: [bash], usage: { input_tokens: 50, output_tokens: 5, cache_read_tokens: 20 } },
  { text: "canary-answer", usage: { input_tokens: 60, output_tokens: 6 } },
];
const prices = { "scripted/model": { input: 1, output: 1, cache_read: 1, cache_write: 1 } };

async function traced(script: ModelScript, content = false) {
  const { tracerProvider, spans } = memorySpans();
  const host = await testHost({
    script,
    command: () => ({ stdout: "canary-output" }),
    config: { env: { KEY: { value: "canary-secret", secret: true } } },
    service: { telemetry: { tracerProvider, content }, prices },
  });
  const named = (name: string) => {
    const span = spans.find((kept) => kept.name === name);
    if (span === undefined)
      throw new Error(`There is no span ${name}: ${spans.map((kept) => kept.name).join()}`);
    return span;
  };
  return { host, spans, named, [Symbol.asyncDispose]: () => host[Symbol.asyncDispose]() };
}

describe("a turn's spans", () => {
  it("are the turn's, and below it one for each call of the model and of a tool", async () => {
    await using watched = await traced(withTool);
    const { host, spans, named } = watched;
    const { session_id, turn_id } = await host.run("canary-prompt");
    await until(() => spans.every(({ hasEnded }) => hasEnded));
    expect(spans.map(({ name }) => name)).toEqual([
      "invoke_agent workspace-agent",
      "chat model",
      "execute_tool bash",
      "chat model",
    ]);
    const turn = named("invoke_agent workspace-agent");
    expect(turn).toMatchObject({
      kind: SpanKind.INTERNAL,
      parent: undefined,
      isFailed: false,
      attributes: {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.provider.name": "scripted",
        "gen_ai.request.model": "model",
        "gen_ai.conversation.id": session_id,
        "workspace_agent.turn.id": turn_id,
        "workspace_agent.workspace.id": host.workspaceId,
        "workspace_agent.turn.stop_reason": "end_turn",
      },
    });
    for (const span of spans.slice(1)) expect(span.parent).toEqual(turn.context);
    expect(named("chat model")).toMatchObject({
      kind: SpanKind.CLIENT,
      attributes: {
        "gen_ai.operation.name": "chat",
        "gen_ai.usage.input_tokens": 50,
        "gen_ai.usage.output_tokens": 5,
        "gen_ai.usage.cache_read.input_tokens": 20,
        "gen_ai.response.finish_reasons": ["tool_call"],
        "workspace_agent.usage.cost_usd": 0.000_055,
      },
    });
    expect(named("execute_tool bash")).toMatchObject({
      kind: SpanKind.INTERNAL,
      attributes: {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "bash",
        "gen_ai.tool.call.id": expect.stringMatching(/./) as string,
        "gen_ai.tool.type": "function",
      },
    });
  });

  it("hold nothing of what was said or done", async () => {
    await using watched = await traced(withTool);
    const { host, spans } = watched;
    await host.run("canary-prompt");
    await until(() => spans.length > 0 && spans.every(({ hasEnded }) => hasEnded));
    expect(JSON.stringify(spans)).not.toContain("canary");
  });

  it("hold it where the host wants it, without the values of secrets", async () => {
    const leaking = { name: "bash", arguments: { command: "curl -H canary-secret" } };
    await using watched = await traced([{ toolCalls: [leaking] }, { text: "it was canary-secret" }], true);
    const { host, named } = watched;
    await host.run("go");
    const tool = named("execute_tool bash").attributes;
    expect(tool["gen_ai.tool.call.arguments"]).toContain("[secret KEY]");
    expect(tool["gen_ai.tool.call.result"]).toContain("canary-output");
    expect(JSON.stringify([tool, named("chat model").attributes])).not.toContain("canary-secret");
  });

  it("belong to the caller's trace, also when the turn runs later", async () => {
    await using watched = await traced([{ text: "done" }]);
    const { host, named } = watched;
    const [trace, span] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"];
    const { session_id } = await host.service.chat.send(
      admin,
      host.workspaceId,
      { message: "go" },
      { traceparent: `00-${trace}-${span}-01` },
    );
    await untilStatus(host, session_id, "idle");
    expect(named("invoke_agent workspace-agent").parent).toEqual({
      traceId: trace,
      spanId: span,
      traceFlags: 1,
      isRemote: true,
    });
    expect(named("chat model").context.traceId).toBe(trace);
  });

  it("tell by which class of error something failed", async () => {
    const refused = new ModelError("auth", "canary", { retryable: false });
    await using watched = await traced([{ fail: refused, text: "" }]);
    const { host, spans, named } = watched;
    await host.run("go");
    await until(() => spans.every(({ hasEnded }) => hasEnded));
    expect(named("chat model")).toMatchObject({ isFailed: true, attributes: { "error.type": "auth" } });
    expect(named("invoke_agent workspace-agent")).toMatchObject({
      isFailed: true,
      attributes: { "error.type": "model_error" },
    });
  });

  it("end when the turn is interrupted in the midst of a call", async () => {
    await using watched = await traced([{ stall: true }]);
    const { host, spans, named } = watched;
    const { session_id } = await host.send("go");
    await until(() => spans.length === 2);
    await host.service.sessions.interrupt(admin, host.workspaceId, session_id);
    await until(() => spans.every(({ hasEnded }) => hasEnded));
    expect(named("chat model").attributes["workspace_agent.stopped"]).toBe(true);
    expect(named("invoke_agent workspace-agent").attributes["workspace_agent.turn.stop_reason"]).toBe(
      "interrupted",
    );
  });
});
