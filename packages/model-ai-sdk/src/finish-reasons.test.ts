import { silentLogger, type Logger } from "@workspace-agent/core";
import { describe, expect, test } from "vitest";
import {
  API_KEY,
  isCleanEnd,
  modelAt,
  modelError,
  modelsAt,
  read,
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
  replayServer,
  USAGE,
} from "./replay-server.test-support.ts";
import { turnWith } from "./turns.test-support.ts";

const CALL = { tool_calls: [{ index: 0, id: "a", function: { name: "bash", arguments: "{}" } }] };

/** Raw text as an event stream, in pieces. */
const sends =
  (...pieces: readonly string[]): Answer =>
  (response) => {
    response.writeHead(200, EVENT_STREAM);
    for (const piece of pieces) response.write(piece);
    response.end();
  };

async function outcomeOf(answer: Answer, provider: "openai-compatible" | "anthropic" | "openai") {
  const { url } = await replayServer(answer);
  return await read(modelAt(url, provider));
}

const finishOf = ({ parts, error }: Outcome) => {
  expect(error).toBeUndefined();
  return parts.at(-1);
};

/** A response of a compatible server with text or calls, the given end, and 3 tokens. */
const compatible = (delta: object, reason: string | null, end = DONE) =>
  sends(
    events([
      chunk(delta),
      chunk({}, reason),
      USAGE.replace('"completion_tokens":1', '"completion_tokens":3'),
    ]) + end,
  );

describe("a response of a compatible server that is complete", () => {
  test.each(["eos", "eos_token", "end_turn", "STOP", "COMPLETE", "stop_sequence", "something_new"])(
    "with the finish reason %s ends, and goes on after calls",
    async (reason) => {
      const outcome = await outcomeOf(compatible({ content: "Hi" }, reason), "openai-compatible");
      expect(textOf(outcome.parts, "text-delta")).toBe("Hi");
      expect(finishOf(outcome)).toMatchObject({ reason: "stop", usage: { output_tokens: 3 } });
      expect(finishOf(await outcomeOf(compatible(CALL, reason), "openai-compatible"))).toMatchObject({
        reason: "tool-calls",
        usage: { output_tokens: 3 },
      });
    },
  );

  test.each([null, ""])("without a finish reason (%j) ends, and goes on after calls", async (reason) => {
    expect(
      finishOf(await outcomeOf(compatible({ content: "Hi" }, reason), "openai-compatible")),
    ).toMatchObject({ reason: "stop", usage: { output_tokens: 3 } });
    expect(finishOf(await outcomeOf(compatible(CALL, reason), "openai-compatible"))).toMatchObject({
      reason: "tool-calls",
      usage: { output_tokens: 3 },
    });
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
      expect(finishOf(await outcomeOf(answer, "openai-compatible"))).toMatchObject({ reason: "stop" });
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
    expect(finishOf(await outcomeOf(compatible(delta, given), "openai-compatible"))).toMatchObject({
      reason,
    });
  });
});

describe("a response that is none", () => {
  test.each(["error", "insufficient_system_resource", "ABORTED", "user_cancel"])(
    "by the finish reason %s fails and may be tried again",
    async (reason) => {
      const outcome = await outcomeOf(compatible({ content: "Hi" }, reason), "openai-compatible");
      expect(modelError(outcome)).toMatchObject({ kind: "truncated", retryable: true });
      expect(modelError(outcome).message).toContain(reason);
    },
  );

  test.each([null, ""])("as it was cut before its reason (%j) and its last line fails", async (reason) => {
    expect(isCleanEnd(await outcomeOf(compatible({ content: "Hi" }, reason, ""), "openai-compatible"))).toBe(
      false,
    );
  });

  test("as it says nothing and gives an unknown reason fails with that reason", async () => {
    const outcome = await outcomeOf(compatible({}, "eos"), "openai-compatible");
    expect(modelError(outcome)).toMatchObject({ retryable: true });
    expect(modelError(outcome).message).toContain('finish reason "eos"');
  });

  test("as it talks about the last line of a stream and was cut fails", async () => {
    const cut = sends(events([chunk({ content: "\ndata: [DONE]\n\n" })]));
    expect(modelError(await outcomeOf(cut, "openai-compatible"))).toMatchObject({
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
    const whole = sends(events([...BEGINNINGS.anthropic, stop, delta(reason), over]));
    expect(finishOf(await outcomeOf(whole, "anthropic"))).toMatchObject({
      reason: "stop",
      usage: { output_tokens: 7 },
    });
    const cut = sends(events([...BEGINNINGS.anthropic, stop, delta(reason)]));
    expect(modelError(await outcomeOf(cut, "anthropic"))).toMatchObject({
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
    const whole = sends(events([...BEGINNINGS.openai, incomplete]));
    expect(finishOf(await outcomeOf(whole, "openai"))).toMatchObject({
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
  for (let call = 0; call < 5; call++) {
    const model = models.resolve("openai-compatible/some-model", { tenant: "default" });
    if (model === null) throw new Error("the reference did not resolve");
    expect(isCleanEnd(await read(model, request))).toBe(true);
  }
  const model = "openai-compatible/some-model";
  expect(warned).toEqual([
    { model, unknown: 'finish reason "eos"' },
    { model, unknown: expect.not.stringContaining(API_KEY) as string },
    { model, unknown: "finish reason of an unreadable name" },
  ]);
});
