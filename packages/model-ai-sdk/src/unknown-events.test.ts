import { TypeValidationError, type LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { silentLogger, type Logger } from "@workspace-agent/core";
import { describe, expect, test } from "vitest";
import { aiSdkModel } from "./ai-sdk-model.ts";
import { finish, languageModel } from "./language-model.test-support.ts";
import {
  modelAt,
  modelError,
  modelsAt,
  read,
  readAnswer,
  resolved,
  textOf,
  type Outcome,
  type ProviderName,
} from "./provider-models.test-support.ts";
import { chunk, eventStream, replayServer, USAGE } from "./replay-server.test-support.ts";
import { turnWith } from "./turns.test-support.ts";

type Event = Readonly<Record<string, unknown>>;

const block = (index: number, content: Event) => ({
  type: "content_block_start",
  index,
  content_block: content,
});
const delta = (index: number, said: Event) => ({ type: "content_block_delta", index, delta: said });
const stop = (index: number) => ({ type: "content_block_stop", index });

const STARTED = {
  type: "message_start",
  message: { id: "m", model: "x", content: [], usage: { input_tokens: 5, output_tokens: 1 } },
};
const TEXT = [
  block(0, { type: "text", text: "" }),
  delta(0, { type: "text_delta", text: "Hello " }),
  delta(0, { type: "text_delta", text: "you" }),
];
const ended = (stop_reason: string, usage: Event = { output_tokens: 9 }) => [
  { type: "message_delta", delta: { stop_reason }, usage },
  { type: "message_stop" },
];

/** A block of a kind to come, with deltas of kinds that are known and not. */
const NEW_BLOCK = [
  block(1, { type: "hologram", depth: 3 }),
  delta(1, { type: "text_delta", text: "not shown" }),
  delta(1, { type: "thinking_delta", thinking: "nor this" }),
  delta(1, { type: "input_json_delta", partial_json: "{}" }),
  delta(1, { type: "hologram_delta", voxels: [] }),
  stop(1),
];
const CALL = [
  block(2, { type: "tool_use", id: "t", name: "bash", input: {} }),
  delta(2, { type: "input_json_delta", partial_json: '{"command":"ls"}' }),
  stop(2),
];

const lines = (all: readonly (Event | string)[]) =>
  all.map((event) => (typeof event === "string" ? event : JSON.stringify(event)));

const outcomeOf = (provider: ProviderName, all: readonly (Event | string)[], end?: string) =>
  readAnswer(provider, eventStream(lines(all), end));

function said({ parts, error }: Outcome) {
  expect(error).toBeUndefined();
  const calls = parts.flatMap((part) => (part.type === "tool-call" ? [part.name] : []));
  return {
    text: textOf(parts, "text-delta"),
    reasoning: textOf(parts, "reasoning-delta"),
    calls,
    end: parts.at(-1),
  };
}

describe("a response of Anthropic", () => {
  test.each([
    [
      "an event",
      [
        STARTED,
        { type: "weather", sky: "blue" },
        ...TEXT,
        { type: "weather" },
        stop(0),
        ...ended("end_turn"),
      ],
    ],
    ["a block", [STARTED, ...TEXT, stop(0), ...NEW_BLOCK, ...ended("end_turn")]],
    [
      "a delta",
      [STARTED, ...TEXT, delta(0, { type: "colour_delta", colour: "red" }), stop(0), ...ended("end_turn")],
    ],
    [
      "a citation",
      [
        STARTED,
        ...TEXT,
        delta(0, { type: "citations_delta", citation: { type: "dream", night: 3 } }),
        stop(0),
        ...ended("end_turn"),
      ],
    ],
    [
      "a member of its end",
      [
        STARTED,
        ...TEXT,
        stop(0),
        ...ended("end_turn", { output_tokens: 9, iterations: [{ type: "dream" }] }),
      ],
    ],
  ])("with %s of a new kind says the rest", async (_, all) => {
    expect(said(await outcomeOf("anthropic", all, ""))).toMatchObject({
      text: "Hello you",
      reasoning: "",
      end: { reason: "stop", usage: { input_tokens: 5, output_tokens: 9 } },
    });
  });

  test("with a block of a new kind makes its calls", async () => {
    expect(
      said(await outcomeOf("anthropic", [STARTED, ...NEW_BLOCK, ...CALL, ...ended("tool_use")], "")),
    ).toMatchObject({ text: "", calls: ["bash"], end: { reason: "tool-calls" } });
  });

  test.each([
    ["end_turn", []],
    ["tool_use", []],
    ["out_of_body", ['finish reason "out_of_body"']],
  ])("with nothing but new kinds and the stop reason %s says which these are", async (reason, more) => {
    const outcome = await outcomeOf("anthropic", [STARTED, ...NEW_BLOCK, ...ended(reason)], "");
    expect(modelError(outcome)).toMatchObject({ retryable: true });
    for (const name of ['content block "hologram"', 'delta "hologram_delta"', ...more])
      expect(modelError(outcome).message).toContain(name);
  });

  test("that is cut after nothing but new kinds is truncated, and says which these are", async () => {
    const outcome = await outcomeOf("anthropic", [STARTED, ...NEW_BLOCK], "");
    expect(modelError(outcome)).toMatchObject({ kind: "truncated", retryable: true });
    expect(modelError(outcome).message).toContain('content block "hologram"');
  });

  test("that refuses is refused, whatever else it says", async () => {
    expect(
      said(await outcomeOf("anthropic", [STARTED, ...NEW_BLOCK, ...ended("refusal")], "")),
    ).toMatchObject({ end: { reason: "refused" } });
  });

  test("whose text cannot be read fails with the event's name", async () => {
    expect(
      modelError(await outcomeOf("anthropic", [STARTED, ...TEXT, delta(0, { type: "text_delta", text: 1 })]))
        .message,
    ).toContain('delta "text_delta"');
  });
});

describe("a response of OpenAI", () => {
  const created = { type: "response.created", response: { id: "r", created_at: 1, model: "x" } };
  const text = [
    { type: "response.output_item.added", output_index: 0, item: { type: "message", id: "msg_1" } },
    { type: "response.output_text.delta", item_id: "msg_1", output_index: 0, delta: "Hello you" },
  ];
  const done = [
    { type: "response.output_item.done", output_index: 0, item: { type: "message", id: "msg_1" } },
    { type: "response.completed", response: { usage: { input_tokens: 5, output_tokens: 9 } } },
  ];
  const search = (kind: string) => ({
    type: `response.output_item.${kind}`,
    output_index: 1,
    item: { type: "web_search_call", id: "ws_1", status: "completed", action: { type: "dream" } },
  });

  test.each([
    ["an event", { type: "response.weather", sky: "blue" }],
    ["an item", { type: "response.output_item.added", output_index: 1, item: { type: "hologram", id: "h" } }],
    ["an action of a search", search("done")],
    [
      "an annotation without a title",
      {
        type: "response.output_text.annotation.added",
        annotation: { type: "url_citation", url: "https://x.test" },
      },
    ],
    ["an annotation", { type: "response.output_text.annotation.added", annotation: { type: "dream" } }],
  ])("with %s of a new kind says the rest", async (_, event) => {
    expect(said(await outcomeOf("openai", [created, ...text, event, ...done], ""))).toMatchObject({
      text: "Hello you",
      end: { reason: "stop", usage: { input_tokens: 5, output_tokens: 9 } },
    });
  });

  test("with an event of a new kind makes its calls, and is no end where it is cut", async () => {
    const call = {
      type: "function_call",
      id: "fc",
      call_id: "c",
      name: "bash",
      arguments: "{}",
      status: "completed",
    };
    const calls = [
      { type: "response.output_item.added", output_index: 1, item: { ...call, arguments: "" } },
      { type: "response.output_item.done", output_index: 1, item: call },
    ];
    const [, completed = created] = done;
    expect(said(await outcomeOf("openai", [created, search("done"), ...calls, completed], ""))).toMatchObject(
      { calls: ["bash"], end: { reason: "tool-calls" } },
    );
    expect(modelError(await outcomeOf("openai", [created, ...text, search("done")], ""))).toMatchObject({
      kind: "truncated",
      retryable: true,
    });
    const incomplete = {
      type: "response.incomplete",
      response: { incomplete_details: { reason: "max_output_tokens" } },
    };
    expect(said(await outcomeOf("openai", [created, ...text, search("done"), incomplete], ""))).toMatchObject(
      { end: { reason: "length" } },
    );
  });
});

describe("a response of a compatible server", () => {
  test.each(['{"type":"ping"}', '{"object":"keepalive","id":"k"}', '{"status":"working"}', "[]", "7"])(
    "says the rest beside chunks that are none: %s",
    async (odd) => {
      const all = [odd, chunk({ content: "Hello you" }), odd, chunk({}, "stop"), odd, USAGE, odd];
      expect(said(await outcomeOf("openai-compatible", all))).toMatchObject({
        text: "Hello you",
        end: { reason: "stop", usage: { output_tokens: 1 } },
      });
    },
  );

  test("that is nothing but such chunks says which these are", async () => {
    const chunks = ['{"object":"keepalive"}', chunk({}, "stop")];
    expect(modelError(await outcomeOf("openai-compatible", chunks)).message).toContain('event "keepalive"');
  });
});

describe("an event that a package of another protocol cannot read", () => {
  const error = new TypeValidationError({ value: {}, cause: new Error("no") });
  const says = (...events: readonly unknown[]): LanguageModelV4StreamPart[] =>
    events.flatMap((rawValue) => [
      { type: "raw", rawValue },
      { type: "error", error },
    ]);

  test.each([
    ["with content", says({ candidates: [{ text: "lost" }] })],
    ["of a type", says({ type: "content-delta", delta: { text: "lost" } })],
    ["that is not shown", [{ type: "error", error } as const]],
  ])("is a failure: one %s", async (_, parts) => {
    const model = languageModel([...parts, finish("stop")]);
    const outcome = await read(aiSdkModel(model, { reference: "other/model" }));
    expect(modelError(outcome)).toMatchObject({ kind: "unknown", retryable: true });
  });
});

test("a turn on new kinds ends after one call", async () => {
  const all = lines([STARTED, ...TEXT, stop(0), ...NEW_BLOCK, ...ended("end_turn")]);
  const { url, calls } = await replayServer(eventStream(all, ""));
  const { result } = await turnWith(modelAt(url, "anthropic"));
  expect(result).toMatchObject({
    reason: "end_turn",
    final_message: "Hello you",
    stats: { output_tokens: 9 },
  });
  expect(calls).toHaveLength(1);
});

test("each new kind is logged once for all calls of a model", async () => {
  const warned: unknown[] = [];
  const logger: Logger = { ...silentLogger, warn: (fields) => void warned.push(fields) };
  const weather = { type: "weather" };
  const all = lines([STARTED, weather, ...TEXT, stop(0), ...NEW_BLOCK, weather, ...ended("end_turn")]);
  const { url } = await replayServer(eventStream(all, ""));
  const models = modelsAt(url, { logger });
  const model = "anthropic/x";
  for (let call = 0; call < 2; call++) await read(resolved(models, model));
  expect(warned).toEqual([
    { model, unknown: 'event "weather"' },
    { model, unknown: 'content block "hologram"' },
    { model, unknown: 'delta "hologram_delta"' },
  ]);
});
