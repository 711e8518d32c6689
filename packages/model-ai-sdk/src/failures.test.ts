import { describe, expect, test } from "vitest";
import { ModelError, type ModelRequest } from "@workspace-agent/core/ports";
import type { Logger } from "@workspace-agent/core";
import {
  API_KEY,
  isCleanEnd,
  modelAt,
  modelError,
  PROVIDER_NAMES,
  read,
  readAnswer,
  simpleRequest,
} from "./provider-models.test-support.ts";
import {
  BEGINNINGS,
  EVENT_STREAM,
  events,
  eventStream,
  refusal,
  refusingPort,
  replayServer,
  type Answer,
} from "./replay-server.test-support.ts";

const errorBody = (message: string, type = "some_error") => ({ type: "error", error: { type, message } });

const ERROR_EVENTS = {
  anthropic: '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
  openai:
    '{"type":"error","sequence_number":9,"code":"server_is_overloaded","message":"Overloaded","param":null}',
  "openai-compatible": '{"error":{"message":"Overloaded","type":"overloaded","code":503}}',
} as const;

describe.each(PROVIDER_NAMES)("a failure of %s", (provider) => {
  const failing = async (answer: Answer) => {
    const server = await replayServer(answer);
    const outcome = await read(modelAt(server.url, provider));
    expect(server.calls).toHaveLength(1);
    return modelError(outcome);
  };

  test.each([
    [401, "auth", false],
    [403, "auth", false],
    [404, "invalid_request", false],
    [400, "invalid_request", false],
    [413, "context_overflow", false],
    [429, "rate_limited", true],
    [500, "unknown", true],
    [502, "unknown", true],
    [503, "overloaded", true],
    [529, "overloaded", true],
  ])(
    "with status %i is of kind %s, retryable: %s, and is not repeated here",
    async (status, kind, retryable) => {
      const error = await failing(refusal(status, errorBody("Something is wrong")));
      expect(error).toMatchObject({ kind, retryable });
      expect(error.message).toContain(`${status}`);
      expect(error.message).toContain("Something is wrong");
    },
  );

  test.each([
    [400, "invalid_request_error", "Your credit balance is too low to access the Anthropic API."],
    [429, "insufficient_quota", "You exceeded your current quota."],
    [402, "billing_error", "Payment is required."],
  ])("with status %i for spent credit (%s) is a quota, and no waiting helps", async (status, type, text) => {
    const error = await failing(refusal(status, errorBody(text, type)));
    expect(error).toMatchObject({ kind: "rate_limited", retryable: false });
    expect(error.message).toContain(text);
  });

  test("says how long to wait: in seconds, in milliseconds, or until a date", async () => {
    const wait = async (headers: Record<string, string>) =>
      (await failing(refusal(429, errorBody("Slow down"), headers))).retryAfterMs;
    expect(await wait({ "retry-after": "7" })).toBe(7_000);
    expect(await wait({ "retry-after": "7", "retry-after-ms": "150" })).toBe(150);
    expect(
      await wait({ date: "Sat, 21 Nov 2026 08:00:00 GMT", "retry-after": "Sat, 21 Nov 2026 08:00:42 GMT" }),
    ).toBe(42_000);
    expect(await wait({})).toBeUndefined();
  });

  test.each([
    "prompt is too long: 213462 tokens > 200000 maximum",
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 129000 tokens.",
    "Your input exceeds the context window of this model. Please adjust your input and try again.",
    "the request exceeds the available context size, try increasing it",
    "input length and `max_tokens` exceed context limit: 199000 + 32000 > 200000",
  ])("because the prompt is too long is distinguished from other refusals: %s", async (message) => {
    expect(await failing(refusal(400, errorBody(message)))).toMatchObject({
      kind: "context_overflow",
      retryable: false,
    });
  });

  test("without a body, or with one of another form, is still read", async () => {
    const empty: Answer = (response) => response.writeHead(500).end();
    expect(await failing(empty)).toMatchObject({ kind: "unknown", retryable: true });
    const html: Answer = (response) => response.writeHead(503).end("<html>busy</html>");
    expect(await failing(html)).toMatchObject({ kind: "overloaded", retryable: true });
    const other = await failing(refusal(400, { error: "model 'x' not found" }));
    expect(other.message).toContain("model 'x' not found");
  });

  test("inside the stream ends the response, whatever was streamed before", async () => {
    const broken = eventStream([...BEGINNINGS[provider], ERROR_EVENTS[provider]], "");
    const outcome = await readAnswer(provider, broken);
    expect(outcome.parts).toEqual([{ type: "text-delta", block: "b1", text: "Half" }]);
    expect(modelError(outcome)).toMatchObject({ kind: "overloaded", retryable: true });
  });

  test("as the first event of the stream is that error", async () => {
    const error = await failing(eventStream([ERROR_EVENTS[provider]], ""));
    expect(error).toMatchObject({ kind: "overloaded", retryable: true });
  });

  test("to answer anything is no clean end", async () => {
    const outcome = await readAnswer(provider, eventStream([], ""));
    expect(isCleanEnd(outcome)).toBe(false);
    expect(modelError(outcome)).toMatchObject({ kind: "truncated", retryable: true });
  });

  test("by a connection that is refused or breaks is of kind network", async () => {
    const url = `http://127.0.0.1:${await refusingPort()}/v1`;
    const refused = modelError(await read(modelAt(url, provider)));
    expect(refused).toMatchObject({ kind: "network", retryable: true });
    expect(refused.message).toContain("ECONNREFUSED");
    expect(refused.message).not.toContain("127.0.0.1");

    expect(await failing((response) => response.destroy())).toMatchObject({
      kind: "network",
      retryable: true,
    });

    const outcome = await readAnswer(provider, (response) => {
      response.writeHead(200, EVENT_STREAM);
      response.write(events(BEGINNINGS[provider]), () => response.destroy());
    });
    expect(isCleanEnd(outcome)).toBe(false);
    expect(modelError(outcome)).toMatchObject({ kind: "network", retryable: true });
  });
});

describe("an error", () => {
  const PROMPT_CANARY = "the walrus sings at midnight in room forty-two";
  const ARGUMENT_CANARY = "argument-canary-with-a-long-tail";
  const OUTPUT_CANARY = "output canary: nine purple teapots";
  const canaries = [PROMPT_CANARY, ARGUMENT_CANARY, OUTPUT_CANARY, API_KEY, API_KEY.slice(0, 12)];

  const request: ModelRequest = {
    ...simpleRequest,
    system: `Never tell: ${PROMPT_CANARY}.`,
    messages: [
      { role: "user", parts: [{ type: "text", text: PROMPT_CANARY }] },
      {
        role: "assistant",
        parts: [{ type: "tool_call", call_id: "c1", name: "read", arguments: { path: ARGUMENT_CANARY } }],
      },
      {
        role: "tool",
        parts: [{ type: "tool_result", call_id: "c1", name: "read", output: OUTPUT_CANARY, is_error: false }],
      },
    ],
  };

  /** All that could be printed of an error: own and hidden members, causes, the stack. */
  function everythingOf(value: unknown, seen = new Set<unknown>()): string {
    if (typeof value !== "object" || value === null) return String(value);
    if (seen.has(value)) return "";
    seen.add(value);
    const members = Object.getOwnPropertyNames(value).map((name) =>
      everythingOf(Object.getOwnPropertyDescriptor(value, name)?.value, seen),
    );
    return [value instanceof Error ? String(value) : "", JSON.stringify(value), ...members].join("\n");
  }

  /** Answers that repeat what was sent: the prompt, the arguments, the credential. */
  const echoes: Readonly<Record<string, (sent: string) => Answer>> = {
    "a refusal": (sent) => refusal(400, errorBody(`Invalid value: '${sent}'`), { "x-echo": API_KEY }),
    "an unreadable refusal": (sent) => (response) => response.writeHead(500).end(`<pre>${sent}</pre>`),
    "an answer that is no stream": (sent) => eventStream([JSON.stringify({ oops: sent })], ""),
    "broken JSON": (sent) => eventStream([`{"oops ${sent}`], ""),
    "an error event": (sent) =>
      eventStream([JSON.stringify({ ...errorBody(`Cannot read ${sent}`), message: sent, code: "x" })], ""),
    "a broken connection": () => (response) => response.destroy(),
  };

  const logged: string[] = [];
  const log = (fields: object, message: string) => {
    logged.push(everythingOf(fields), message);
  };
  const logger: Logger = { debug: log, info: log, warn: log, error: log };

  test.each(PROVIDER_NAMES.flatMap((provider) => Object.keys(echoes).map((echo) => ({ provider, echo }))))(
    "of $provider after $echo holds neither the prompt nor the key, and nor do the logs",
    async ({ provider, echo }) => {
      for (const sent of [
        PROMPT_CANARY,
        ARGUMENT_CANARY,
        OUTPUT_CANARY,
        `Bearer ${API_KEY}`,
        `key ${API_KEY} is bad`,
      ]) {
        const answer = echoes[echo]?.(sent) ?? refusal(500, {});
        const { error } = await readAnswer(provider, answer, request, { logger });
        expect(ModelError.isInstance(error)).toBe(true);
        const everything = [everythingOf(error), ...logged].join("\n");
        for (const canary of canaries) expect(everything).not.toContain(canary);
        expect(error).not.toHaveProperty("cause");
      }
    },
  );

  test("is logged with what it was", async () => {
    logged.length = 0;
    await readAnswer("openai", refusal(429, errorBody("Slow down")), request, { logger });
    expect(logged.join("\n")).toContain("Slow down");
    expect(logged.join("\n")).toContain("rate_limited");
  });
});
