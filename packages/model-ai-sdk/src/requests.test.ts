import { testCaller } from "@workspace-agent/core/testing";
import { describe, expect, test } from "vitest";
import type { ModelRequest } from "@workspace-agent/core/ports";
import { API_KEY, modelAt, read, type ProviderName } from "./provider-models.test-support.ts";
import { refusal, replayServer } from "./replay-server.test-support.ts";

const PNG = "iVBORw0KGgo=";

const request: ModelRequest = {
  system: "You help.",
  messages: [
    {
      role: "user",
      parts: [
        { type: "text", text: "What is in it?" },
        { type: "image", data: PNG, media_type: "image/png" },
      ],
    },
    {
      role: "assistant",
      parts: [
        {
          type: "reasoning",
          text: "I should look.",
          provider: {
            anthropic: { signature: "sig-1" },
            openai: { itemId: "rs_1", reasoningEncryptedContent: "enc-1" },
          },
        },
        { type: "reasoning", text: "", provider: { anthropic: { redactedData: "hidden-1" } } },
        { type: "reasoning", text: "Nobody signed this." },
        { type: "text", text: "" },
        { type: "text", text: "Looking." },
        { type: "tool_call", call_id: "call_1", name: "read", arguments: { path: "a.txt" } },
        { type: "tool_call", call_id: "call_2", name: "bash", arguments: { command: "false" } },
      ],
    },
    {
      role: "tool",
      parts: [
        { type: "tool_result", call_id: "call_1", name: "read", output: "hello", is_error: false },
        { type: "tool_result", call_id: "call_2", name: "bash", output: "exit code 1", is_error: true },
      ],
    },
    { role: "user", parts: [{ type: "text", text: "And now?" }] },
  ],
  tools: [
    {
      name: "bash",
      description: "Runs a command.",
      parameters: { type: "object", properties: { command: { type: "string" } }, required: ["command"] },
    },
    { name: "read", description: "Reads a file.", parameters: { type: "object" } },
  ],
  max_output_tokens: 1_000,
  caller: testCaller({ sessionId: "ses_42" }),
};

/** What goes over the wire for a request. */
async function sent(provider: ProviderName, id: string, asked: ModelRequest = request) {
  const server = await replayServer(refusal(400, {}));
  await read(modelAt(server.url, provider, { id }), asked);
  const [call] = server.calls;
  if (call === undefined) throw new Error("nothing was sent");
  return call;
}

const cached = { cache_control: { type: "ephemeral" } };

describe("a request", () => {
  test("to Anthropic carries signed reasoning, calls, results, images, and at most 4 cache breakpoints", async () => {
    const { url, headers, body } = await sent("anthropic", "claude-sonnet-4-5");
    expect(url).toBe("/v1/messages");
    expect(headers["x-api-key"]).toBe(API_KEY);
    expect(body).toEqual({
      model: "claude-sonnet-4-5",
      max_tokens: 1_000,
      stream: true,
      system: [{ type: "text", text: "You help.", ...cached }],
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "What is in it?" },
            { type: "image", source: { type: "base64", media_type: "image/png", data: PNG } },
          ],
        },
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "I should look.", signature: "sig-1" },
            { type: "redacted_thinking", data: "hidden-1" },
            { type: "text", text: "Looking." },
            { type: "tool_use", id: "call_1", name: "read", input: { path: "a.txt" } },
            { type: "tool_use", id: "call_2", name: "bash", input: { command: "false" } },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "call_1", content: "hello" },
            { type: "tool_result", tool_use_id: "call_2", content: "exit code 1", is_error: true, ...cached },
            { type: "text", text: "And now?", ...cached },
          ],
        },
      ],
      tools: [
        expect.objectContaining({
          name: "bash",
          description: "Runs a command.",
          input_schema: request.tools[0]?.parameters,
        }),
        expect.objectContaining({ name: "read", description: "Reads a file." }),
      ],
      tool_choice: undefined,
    });
    expect(JSON.stringify(body).split("cache_control")).toHaveLength(4);
  });

  test("to OpenAI is stateless and carries encrypted reasoning, calls, results and images", async () => {
    const { url, headers, body } = await sent("openai", "gpt-5.4");
    expect(url).toBe("/v1/responses");
    expect(headers.authorization).toBe(`Bearer ${API_KEY}`);
    expect(body).toMatchObject({
      model: "gpt-5.4",
      stream: true,
      store: false,
      include: ["reasoning.encrypted_content"],
      prompt_cache_key: "ses_42",
      max_output_tokens: 1_000,
      tools: [
        { type: "function", name: "bash", parameters: request.tools[0]?.parameters, strict: false },
        { type: "function", name: "read" },
      ],
    });
    expect(body).toHaveProperty("input", [
      { role: "developer", content: "You help." },
      {
        role: "user",
        content: [
          { type: "input_text", text: "What is in it?" },
          { type: "input_image", image_url: `data:image/png;base64,${PNG}` },
        ],
      },
      {
        type: "reasoning",
        id: "rs_1",
        encrypted_content: "enc-1",
        summary: [{ type: "summary_text", text: "I should look." }],
      },
      { role: "assistant", content: "Looking." },
      { type: "function_call", call_id: "call_1", name: "read", arguments: '{"path":"a.txt"}' },
      { type: "function_call", call_id: "call_2", name: "bash", arguments: '{"command":"false"}' },
      { type: "function_call_output", call_id: "call_1", output: "hello" },
      { type: "function_call_output", call_id: "call_2", output: '{"error":"exit code 1"}' },
      { role: "user", content: [{ type: "input_text", text: "And now?" }] },
    ]);
  });

  test("to a compatible server carries reasoning, calls, results and images", async () => {
    const { url, headers, body } = await sent("openai-compatible", "org/model:tag");
    expect(url).toBe("/v1/chat/completions");
    expect(headers.authorization).toBe(`Bearer ${API_KEY}`);
    expect(body).toMatchObject({
      model: "org/model:tag",
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 1_000,
      tools: [
        { type: "function", function: { name: "bash" } },
        { type: "function", function: { name: "read" } },
      ],
    });
    expect(body).toHaveProperty("messages", [
      { role: "system", content: "You help." },
      {
        role: "user",
        content: [
          { type: "text", text: "What is in it?" },
          { type: "image_url", image_url: { url: `data:image/png;base64,${PNG}` } },
        ],
      },
      {
        role: "assistant",
        content: "Looking.",
        reasoning_content: "I should look.Nobody signed this.",
        tool_calls: [
          { id: "call_1", type: "function", function: { name: "read", arguments: '{"path":"a.txt"}' } },
          { id: "call_2", type: "function", function: { name: "bash", arguments: '{"command":"false"}' } },
        ],
      },
      { role: "tool", tool_call_id: "call_1", content: "hello" },
      { role: "tool", tool_call_id: "call_2", content: "exit code 1" },
      { role: "user", content: "And now?" },
    ]);
  });

  test("that may not call a tool still declares those of its history, and forbids them", async () => {
    const silent = { ...request, tools: [] };
    expect((await sent("anthropic", "claude-sonnet-4-5", silent)).body).toMatchObject({
      tools: [{ name: "bash" }, { name: "read" }],
      tool_choice: { type: "none" },
    });
    expect((await sent("openai", "gpt-5.4", silent)).body).toMatchObject({
      tools: [{ name: "bash" }, { name: "read" }],
      tool_choice: "none",
    });
    expect((await sent("openai-compatible", "m", silent)).body).toMatchObject({ tool_choice: "none" });
    const fresh = { ...request, tools: [], messages: request.messages.slice(0, 1) };
    expect((await sent("anthropic", "claude-sonnet-4-5", fresh)).body).not.toHaveProperty("tools");
  });

  test("sends arguments that are no object as an empty one", async () => {
    const call = (value: unknown): ModelRequest => ({
      ...request,
      messages: [
        { role: "assistant", parts: [{ type: "tool_call", call_id: "c", name: "read", arguments: value }] },
      ],
    });
    for (const value of ["text", [1], null, 7]) {
      expect((await sent("anthropic", "claude-sonnet-4-5", call(value))).body).toMatchObject({
        messages: [{ content: [{ type: "tool_use", input: {} }] }],
      });
    }
  });

  test("without a system prompt sends none", async () => {
    expect(
      (await sent("anthropic", "claude-sonnet-4-5", { ...request, system: "" })).body,
    ).not.toHaveProperty("system");
  });
});

describe("a request for JSON", () => {
  const schema = {
    type: "object",
    properties: { sum: { type: "number", minimum: 1 }, note: { type: "string" } },
    required: ["sum"],
    additionalProperties: false,
  };
  const asked: ModelRequest = { ...request, tools: [], output: schema };

  test("to OpenAI has the schema as a hint, since its strict mode refuses most schemas", async () => {
    const { body } = await sent("openai", "gpt-6.1-sol", asked);
    expect(body).toMatchObject({
      text: { format: { type: "json_schema", name: "output", strict: false, schema } },
    });
  });

  test("to Anthropic uses its structured outputs where the model has them", async () => {
    const { body } = await sent("anthropic", "claude-sonnet-4-5", asked);
    expect(body).toMatchObject({ output_config: { format: { type: "json_schema" } } });
    expect(body).not.toMatchObject({ tool_choice: { type: "any" } });
  });

  test("to a compatible service asks for any JSON", async () => {
    const { body } = await sent("openai-compatible", "some-model", asked);
    expect(body).toMatchObject({ response_format: { type: "json_object" } });
  });

  test("is none where nothing asks for it", async () => {
    const { body } = await sent("openai", "gpt-6.1-sol");
    expect(body).not.toHaveProperty("text.format");
  });
});
