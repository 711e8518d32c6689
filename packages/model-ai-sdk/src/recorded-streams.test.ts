import { describe, expect, test } from "vitest";
import type { ModelRequest, ToolSpecification } from "@workspace-agent/core/ports";
import { fixture, fixtures, hasFixtures, repaired } from "./recorded-streams.test-support.ts";
import {
  isCleanEnd,
  modelAt,
  modelError,
  read,
  readAnswer,
  simpleRequest,
  textOf,
} from "./provider-models.test-support.ts";
import { EVENT_STREAM, events, eventStream, replayServer } from "./replay-server.test-support.ts";

/** What a stream says, read from its lines without the provider packages. */
interface Expected {
  text: string;
  reasoning: string;
  signature: string;
  readonly calls: Map<unknown, { readonly name: string; readonly arguments: string }>;
}

const tool = (name: string): ToolSpecification => ({
  name,
  description: name,
  parameters: { type: "object" },
});

const request: ModelRequest = {
  ...simpleRequest,
  tools: ["cityAttractions", "updateIssueList", "weather", "webSearchTool"].map(tool),
};

type Json = Readonly<Record<string, unknown>>;

function member(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === "object" && inner !== null ? (inner as Json)[key] : undefined),
    value,
  );
}

function text(value: unknown, ...path: readonly (string | number)[]): string {
  const found = member(value, ...path);
  return typeof found === "string" ? found : "";
}

function expectedOf(lines: readonly string[]): Expected {
  const expected: Expected = { text: "", reasoning: "", signature: "", calls: new Map() };
  const extend = (index: unknown, name: string, piece: string) => {
    const known = expected.calls.get(index) ?? { name: "", arguments: "" };
    expected.calls.set(index, { name: known.name + name, arguments: known.arguments + piece });
  };
  for (const line of lines) {
    const event: unknown = JSON.parse(line);
    const delta = member(event, "choices", 0, "delta") ?? member(event, "delta");
    expected.text += text(delta, "content") + text(delta, "text");
    expected.reasoning += text(delta, "reasoning_content") + text(delta, "thinking");
    expected.signature += text(delta, "signature");
    const call = member(delta, "tool_calls", 0);
    if (call !== undefined) {
      extend(member(call, "index"), text(call, "function", "name"), text(call, "function", "arguments"));
    }
    if (member(event, "content_block", "type") === "tool_use") {
      extend(member(event, "index"), text(event, "content_block", "name"), "");
    }
    if (member(delta, "type") === "input_json_delta") {
      extend(member(event, "index"), "", text(delta, "partial_json"));
    }
  }
  return expected;
}

function readCalls(calls: Iterable<{ readonly name: string; readonly arguments: string }>): unknown[] {
  return [...calls].map((call) => ({
    name: call.name,
    arguments: JSON.parse(call.arguments || "{}") as unknown,
  }));
}

describe.runIf(hasFixtures)("a recorded stream", () => {
  const whole = fixtures.filter(({ provider }) => provider !== "openai");

  test.each(whole)("of $name arrives whole", async ({ provider, lines }) => {
    const outcome = await readAnswer(provider, eventStream(lines), request);
    const expected = expectedOf(lines);
    expect(outcome.error).toBeUndefined();
    expect(textOf(outcome.parts, "text-delta")).toBe(expected.text);
    expect(textOf(outcome.parts, "reasoning-delta")).toBe(expected.reasoning);
    const calls = outcome.parts.filter((part) => part.type === "tool-call");
    expect(readCalls(calls)).toEqual(readCalls(expected.calls.values()));
    if (expected.signature !== "") {
      const end = outcome.parts.find((part) => part.type === "block-end" && part.provider !== undefined);
      expect(end).toMatchObject({ provider: { anthropic: { signature: expected.signature } } });
    }
    expect(isCleanEnd(outcome)).toBe(true);
    const finish = outcome.parts.at(-1);
    expect(finish).toMatchObject({ reason: calls.length > 0 ? "tool-calls" : "stop" });
    expect(finish?.type === "finish" && finish.usage.input_tokens > 0 && finish.usage.output_tokens > 0).toBe(
      true,
    );
  });

  test("keeps its blocks apart and in order", async () => {
    const { lines } = fixture("anthropic/anthropic-clear-thinking.1");
    const { parts } = await readAnswer("anthropic", eventStream(lines, ""));
    const runs = parts.map((part) => ("block" in part ? `${part.type} ${part.block}` : part.type));
    expect(runs.filter((run, index) => run !== runs[index - 1])).toEqual([
      "reasoning-delta b1",
      "block-end b1",
      "text-delta b2",
      "block-end b2",
      "finish",
    ]);
  });

  test("counts cached input as part of the input", async () => {
    const { lines } = fixture("deepseek/deepseek-tool-call");
    const { parts } = await readAnswer("openai-compatible", eventStream(lines), request);
    expect(parts.at(-1)).toEqual({
      type: "finish",
      reason: "tool-calls",
      usage: { input_tokens: 339, output_tokens: 83, cache_read_tokens: 320, cache_write_tokens: 0 },
    });
  });

  test("of OpenAI's wrapper for parallel calls gives the calls that it wraps", async () => {
    const { lines } = repaired(fixture("openai-responses/parallel-tool-call-wrapper.1"));
    const outcome = await readAnswer("openai", eventStream(lines, ""), request, { id: "gpt-5.4" });
    const calls = outcome.parts.filter((part) => part.type === "tool-call");
    expect(readCalls(calls)).toEqual([
      { name: "weather", arguments: { location: "San Francisco" } },
      { name: "cityAttractions", arguments: { city: "Rome" } },
    ]);
    expect(new Set(calls.map(({ call_id }) => call_id)).size).toBe(2);
    expect(isCleanEnd(outcome)).toBe(true);
  });

  test("with an event that is no JSON fails and may be tried again", async () => {
    const { lines } = fixture("openai-responses/parallel-tool-call-wrapper.1");
    const outcome = await readAnswer("openai", eventStream(lines, ""), request, { id: "gpt-5.4" });
    expect(modelError(outcome)).toMatchObject({ kind: "unknown", retryable: true });
  });

  test("that starts with an error is that error, and a spent quota is not tried again", async () => {
    const { lines } = fixture("openai-responses/openai-error.1");
    const error = modelError(await readAnswer("openai", eventStream(lines, ""), request, { id: "gpt-5.4" }));
    expect(error).toMatchObject({ kind: "rate_limited", retryable: false });
    expect(error.message).toContain("exceeded your current quota");
  });
});

describe.runIf(hasFixtures)("a recorded stream that is cut", () => {
  const cut = [
    "anthropic/anthropic-clear-thinking.1",
    "anthropic/anthropic-tool-no-args",
    "openai-responses/parallel-tool-call-wrapper.1",
    "openai-compatible/xai-tool-call",
    "mistral/mistral-incremental-tool-call",
  ];

  /** How many lines hold a whole response: OpenAI's chat form is complete with its reason, before usage and `[DONE]`. */
  const completeFrom = (lines: readonly string[]) => {
    const reason = lines.findIndex((line) => /"finish_reason":"[a-z_]+"/.test(line));
    return reason === -1 ? lines.length : reason + 1;
  };

  test.each(hasFixtures ? cut.map(fixture).map(repaired) : [])(
    "at any event ($name) never ends cleanly",
    async ({ provider, lines }) => {
      const kept = completeFrom(lines);
      for (const ending of ["end", "destroy"] as const) {
        const server = await replayServer((response, index) => {
          response.writeHead(200, EVENT_STREAM);
          response.write(events(lines.slice(0, index)), () => {
            response[ending]();
          });
        });
        const model = modelAt(server.url, provider);
        for (let count = 0; count < kept; count++) {
          const outcome = await read(model, request);
          expect(isCleanEnd(outcome), `${ending} after ${count} of ${lines.length} events`).toBe(false);
          const error = modelError(outcome);
          expect(["truncated", "network"]).toContain(error.kind);
          expect(error.retryable).toBe(true);
        }
      }
    },
  );

  test("in the middle of an event never ends cleanly", async () => {
    for (const { provider, lines } of cut.map(fixture).map(repaired)) {
      const whole = events(lines);
      const cutOff = eventStream([], whole.slice(0, Math.floor(whole.length / 2)));
      expect(isCleanEnd(await readAnswer(provider, cutOff, request))).toBe(false);
    }
  });
});
