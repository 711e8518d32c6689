import { silentLogger, type Logger } from "@workspace-agent/core";
import { describe, expect, test } from "vitest";
import {
  API_KEY,
  isCleanEnd,
  modelAt,
  modelError,
  modelsAt,
  read,
  readAnswer,
  resolved,
  simpleRequest,
  textOf,
  type Outcome,
} from "./provider-models.test-support.ts";
import {
  type Answer,
  BEGINNINGS,
  chunk,
  DONE,
  EVENT_STREAM,
  events,
  eventStream,
  replayServer,
  USAGE,
} from "./replay-server.test-support.ts";
import { turnWith } from "./turns.test-support.ts";

const CALL = { tool_calls: [{ index: 0, id: "a", function: { name: "bash", arguments: "{}" } }] };

const finishOf = ({ parts, error }: Outcome) => {
  expect(error).toBeUndefined();
  return parts.at(-1);
};

const THREE_TOKENS = USAGE.replace('"completion_tokens":1', '"completion_tokens":3');

/** The answer of a compatible server with text or calls, the given end, and 3 tokens. */
const compatible = (delta: object, reason: string | null, end = DONE) =>
  eventStream([chunk(delta), chunk({}, reason), THREE_TOKENS], end);
const readCompatible = (...given: Parameters<typeof compatible>) =>
  readAnswer("openai-compatible", compatible(...given));

describe("a response of a compatible server that is complete", () => {
  test.each([
    ...["eos", "eos_token", "end_turn", "STOP", "COMPLETE", "stop_sequence", "something_new"],
    ...["", null],
  ])("with the finish reason %j ends, and goes on after calls", async (reason) => {
    const usage = { output_tokens: 3 };
    const outcome = await readCompatible({ content: "Hi" }, reason);
    expect(textOf(outcome.parts, "text-delta")).toBe("Hi");
    expect(finishOf(outcome)).toMatchObject({ reason: "stop", usage });
    expect(finishOf(await readCompatible(CALL, reason))).toMatchObject({ reason: "tool-calls", usage });
  });

  test("without a finish reason ends also where the last line comes in pieces, or with other line ends", async () => {
    const said = events([chunk({ content: "Hi" })]);
    for (const end of [["data: [DO", "NE]\n", "\n"], ["data:[DONE]\r\n\r\n"], ["data: [DONE]"]]) {
      const answer: Answer = (response) => {
        response.writeHead(200, EVENT_STREAM);
        const pieces = [said, ...end];
        const next = () => {
          const piece = pieces.shift();
          if (piece === undefined) response.end();
          else response.write(piece, () => setImmediate(next));
        };
        next();
      };
      expect(finishOf(await readAnswer("openai-compatible", answer))).toMatchObject({ reason: "stop" });
    }
  });

  test.each([
    ["MAX_TOKENS", "length"],
    ["model_length", "length"],
    ["SAFETY", "refused"],
    ["refusal", "refused"],
    ["TOOL_CALL", "tool-calls"],
  ])("with the finish reason %s is understood as %s", async (given, reason) => {
    const delta = reason === "tool-calls" ? CALL : { content: "Hi" };
    expect(finishOf(await readCompatible(delta, given))).toMatchObject({ reason });
  });
});

describe("a response that is none", () => {
  test.each(["error", "insufficient_system_resource", "ABORTED", "user_cancel"])(
    "by the finish reason %s fails and may be tried again",
    async (reason) => {
      const outcome = await readCompatible({ content: "Hi" }, reason);
      expect(modelError(outcome)).toMatchObject({ kind: "truncated", retryable: true });
      expect(modelError(outcome).message).toContain(reason);
    },
  );

  test.each([null, ""])("as it was cut before its reason (%j) and its last line fails", async (reason) => {
    expect(isCleanEnd(await readCompatible({ content: "Hi" }, reason, ""))).toBe(false);
  });

  test("as it says nothing and gives an unknown reason fails with that reason", async () => {
    const outcome = await readCompatible({}, "eos");
    expect(modelError(outcome)).toMatchObject({ retryable: true });
    expect(modelError(outcome).message).toContain('finish reason "eos"');
  });

  test("as it talks about the last line of a stream and was cut fails", async () => {
    const cut = eventStream([chunk({ content: "\ndata: [DONE]\n\n" })], "");
    expect(modelError(await readAnswer("openai-compatible", cut))).toMatchObject({
      kind: "truncated",
      retryable: true,
    });
  });
});

describe("a response of Anthropic", () => {
  const stop = '{"type":"content_block_stop","index":0}';
  const delta = (stop_reason: string | null) =>
    JSON.stringify({ type: "message_delta", delta: { stop_reason }, usage: { output_tokens: 7 } });
  const over = '{"type":"message_stop"}';

  test.each(["taking_a_break", null])("with the stop reason %j ends", async (reason) => {
    const whole = eventStream([...BEGINNINGS.anthropic, stop, delta(reason), over], "");
    expect(finishOf(await readAnswer("anthropic", whole))).toMatchObject({
      reason: "stop",
      usage: { output_tokens: 7 },
    });
    const cut = eventStream([...BEGINNINGS.anthropic, stop, delta(reason)], "");
    expect(modelError(await readAnswer("anthropic", cut))).toMatchObject({
      kind: "truncated",
      retryable: true,
    });
  });
});

describe("a response of OpenAI", () => {
  test("that is incomplete for an unknown reason ends", async () => {
    const incomplete = JSON.stringify({
      type: "response.incomplete",
      response: {
        incomplete_details: { reason: "max_tool_calls" },
        usage: { input_tokens: 1, output_tokens: 7 },
      },
    });
    const whole = eventStream([...BEGINNINGS.openai, incomplete], "");
    expect(finishOf(await readAnswer("openai", whole))).toMatchObject({
      reason: "stop",
      usage: { output_tokens: 7 },
    });
  });
});

test("a turn on an unknown finish reason ends after one call, with its tokens", async () => {
  const { url, calls } = await replayServer(compatible({ content: "Hi" }, "eos"));
  const { result } = await turnWith(modelAt(url, "openai-compatible"));
  expect(result).toMatchObject({
    reason: "end_turn",
    final_message: "Hi",
    stats: { output_tokens: 3 },
  });
  expect(calls).toHaveLength(1);
});

test("an unknown finish reason is logged once for all calls of a model, without keys and what was asked", async () => {
  const warned: unknown[] = [];
  const logger: Logger = { ...silentLogger, warn: (fields) => void warned.push(fields) };
  const { url } = await replayServer((response, index) => {
    const reason = ["eos", "eos", API_KEY, "Say_something"][index] ?? "eos";
    compatible({ content: "Hi" }, reason)(response, index);
  });
  const models = modelsAt(url, { logger });
  const request = { ...simpleRequest, system: "Say_something" };
  const model = "openai-compatible/some-model";
  for (let call = 0; call < 5; call++)
    expect(isCleanEnd(await read(resolved(models, model), request))).toBe(true);
  expect(warned).toEqual([
    { model, unknown: 'finish reason "eos"' },
    { model, unknown: expect.not.stringContaining(API_KEY) as string },
    { model, unknown: "finish reason of an unreadable name" },
  ]);
});
