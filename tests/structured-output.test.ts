import { describe, expect, test } from "vitest";
import type { Model } from "../packages/core/src/ports.ts";
import { testHost } from "../packages/core/src/test-host.test-support.ts";
import { ajvSchemas } from "../packages/json-schema/src/index.ts";
import { modelAt } from "../packages/model-ai-sdk/src/provider-models.test-support.ts";
import {
  fixture,
  hasFixtures,
  repaired,
  type Fixture,
} from "../packages/model-ai-sdk/src/recorded-streams.test-support.ts";
import {
  eventStream,
  refusal,
  replayServer,
} from "../packages/model-ai-sdk/src/replay-server.test-support.ts";

/** The result of a turn with an output that meets a schema, by this model. */
async function turnWith(model: Model, schema: Readonly<Record<string, unknown>>) {
  const models = { default: model.reference, resolve: () => model };
  await using host = await testHost({ script: [], service: { models, outputSchemas: ajvSchemas() } });
  return await host.run("go", { output: { schema } });
}

/** A recording in which the model calls `submit_output` where it called another tool. */
function submitting({ lines, ...rest }: Fixture, name: string): Fixture {
  const called = lines.map((line) => line.replaceAll(`"name":"${name}"`, '"name":"submit_output"'));
  expect(called).not.toEqual(lines);
  return { ...rest, lines: called };
}

/** A recording of an answer in whose place the model says another text. */
function saying({ lines, ...rest }: Fixture, text: string): Fixture {
  let isSaid = false;
  const said = lines.map((line) =>
    line.replace(/("type":"text_delta","text"|"content"):"(?:[^"\\]|\\.)+"/, (_, start: string) => {
      const piece = isSaid ? "" : text;
      isSaid = true;
      return `${start}:${JSON.stringify(piece)}`;
    }),
  );
  return { ...rest, lines: said };
}

const text = (names: readonly string[]) => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
  required: names,
});

describe.runIf(hasFixtures)("a turn with an output on a recorded stream", () => {
  test.each([
    ["anthropic/anthropic-tool-no-args", "updateIssueList", { type: "object" }, {}],
    [
      "openai-responses/parallel-tool-call-wrapper.1",
      "parallel",
      { type: "object", properties: { tool_uses: { type: "array", minItems: 2 } }, required: ["tool_uses"] },
      { tool_uses: expect.any(Array) as unknown[] },
    ],
    ["deepseek/deepseek-tool-call", "weather", text(["location"]), { location: "San Francisco" }],
    ["openai-compatible/xai-tool-call", "weather", text(["location"]), { location: "San Francisco" }],
    [
      "mistral/mistral-incremental-tool-call",
      "webSearchTool",
      text(["query"]),
      { query: "current Berlin weather" },
    ],
  ])("of %s completes with what the model submits", async (name, tool, schema, output) => {
    const { provider, lines } = submitting(repaired(fixture(name)), tool);
    const server = await replayServer(eventStream(lines));
    const result = await turnWith(modelAt(server.url, provider), schema);
    expect(result).toMatchObject({ status: "completed", output, output_attempts: 1 });
    expect(server.calls).toHaveLength(1);
  });

  test.each([
    ["anthropic/anthropic-text", "claude-sonnet-4-5", { output_config: { format: { type: "json_schema" } } }],
    ["openai-chat/openai-text", "some-model", { response_format: { type: "json_object" } }],
    ["openai-compatible/xai-text", "some-model", { response_format: { type: "json_object" } }],
  ])("of %s, which never calls the tool, asks in the provider's JSON mode", async (name, id, mode) => {
    const prose = fixture(name);
    const answer = saying(prose, '{"mood":"fine"}');
    const server = await replayServer((response, index) =>
      eventStream((index === 0 ? prose : answer).lines)(response, index),
    );
    const schema = { ...text(["mood"]), additionalProperties: false };
    const result = await turnWith(modelAt(server.url, prose.provider, { id }), schema);
    expect(server.calls[1]?.body).toMatchObject(mode);
    expect(result).toMatchObject({ status: "completed", output: { mood: "fine" }, output_attempts: 1 });
    expect(server.calls).toHaveLength(2);
  });

  test.each(["anthropic/anthropic-text", "openai-chat/openai-text", "openai-compatible/xai-text"])(
    "of %s that says only prose is not completed",
    async (name) => {
      const { provider, lines } = fixture(name);
      const server = await replayServer(eventStream(lines));
      const result = await turnWith(modelAt(server.url, provider), text(["mood"]));
      expect(result).toMatchObject({
        status: "failed",
        reason: "output_invalid",
        output_attempts: 2,
        error: { errors: [{ pointer: "#", detail: "is not JSON" }] },
      });
      expect(result).not.toHaveProperty("output");
      expect(result.final_message).not.toBe("");
      expect(server.calls).toHaveLength(3);
    },
  );

  test("whose provider refuses the JSON mode goes on without it", async () => {
    const prose = fixture("openai-chat/openai-text");
    const answer = saying(prose, '{"mood":"fine"}');
    const server = await replayServer((response, index) => {
      if (index === 1)
        refusal(400, { error: { message: "response_format is not supported" } })(response, index);
      else eventStream((index === 0 ? prose : answer).lines)(response, index);
    });
    const result = await turnWith(modelAt(server.url, prose.provider), text(["mood"]));
    expect(result).toMatchObject({ status: "completed", output: { mood: "fine" } });
    expect(server.calls[2]?.body).not.toHaveProperty("response_format");
  });
});
