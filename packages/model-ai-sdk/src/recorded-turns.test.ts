import { describe, expect, test } from "vitest";
import { modelAt, read, textOf } from "./provider-models.test-support.ts";
import { fixture, fixtures, hasFixtures, repaired, type Fixture } from "./recorded-streams.test-support.ts";
import { EVENT_STREAM, events, eventStream, refusal, replayServer } from "./replay-server.test-support.ts";
import { turnWith } from "./turns.test-support.ts";

/** The streams as they are, but for the one that was recorded with two broken lines. */
const whole: readonly Fixture[] = fixtures
  .filter(({ name }) => name !== "openai-responses/openai-error.1")
  .map((each) => (each.name === "openai-responses/parallel-tool-call-wrapper.1" ? repaired(each) : each));

describe.runIf(hasFixtures)("a turn on a recorded stream", () => {
  test.each(whole)(
    "of $name has all text, reasoning and calls in its transcript",
    async ({ provider, lines }) => {
      const stream = eventStream(lines);
      const server = await replayServer((response, index) => {
        // First for the comparison, then for the turn; what the turn asks further is refused.
        if (index < 2) stream(response, index);
        else refusal(401, { error: { message: "no more" } })(response, index);
      });
      const model = modelAt(server.url, provider);
      const said = await read(model);
      const { result, parts } = await turnWith(model);

      const shown = (type: "text" | "reasoning") =>
        parts.map((part) => (part.type === type ? part.text : "")).join("");
      expect(shown("text")).toContain(textOf(said.parts, "text-delta"));
      expect(shown("reasoning")).toBe(textOf(said.parts, "reasoning-delta"));
      const calls = said.parts.flatMap((part) => (part.type === "tool-call" ? [part] : []));
      expect(
        parts.flatMap((part) => (part.type === "tool_call" ? [[part.name, part.arguments]] : [])),
      ).toEqual(calls.map((call) => [call.name, call.arguments]));
      // The tools of the recordings are none of ours: each call is answered all the same.
      const results = parts.filter((part) => part.type === "tool_result");
      expect(results).toHaveLength(calls.length);
      expect(results.every((part) => part.is_error)).toBe(true);
      expect(result.reason).toBe(calls.length > 0 ? "model_error" : "end_turn");
      const signed = said.parts.flatMap((part) =>
        part.type === "block-end" && part.provider ? [part.provider] : [],
      );
      for (const provided of signed)
        expect(parts).toContainEqual(expect.objectContaining({ provider: provided }));
    },
  );

  test("that starts with an error ends with what the provider said, without another try", async () => {
    const { lines } = fixture("openai-responses/openai-error.1");
    const server = await replayServer(eventStream(lines, ""));
    const { result } = await turnWith(modelAt(server.url, "openai", { id: "gpt-5.4" }));
    expect(result).toMatchObject({ status: "failed", reason: "model_error" });
    expect(result.error?.code).toBe("model_unavailable");
    expect(result.error?.detail).toContain("exceeded your current quota");
    expect(server.calls).toHaveLength(1);
  });

  test.each(whole)("of $name that is cut in its middle is asked for again", async ({ provider, lines }) => {
    const half = Math.max(1, Math.floor(lines.length / 3));
    const server = await replayServer((response, index) => {
      if (index > 0) refusal(401, { error: { message: "no more" } })(response, index);
      else {
        response.writeHead(200, EVENT_STREAM);
        response.end(events(lines.slice(0, half)));
      }
    });
    const { result, parts } = await turnWith(modelAt(server.url, provider));
    expect(result).toMatchObject({ status: "failed", reason: "model_error" });
    expect(server.calls).toHaveLength(2);
    expect(parts.some((part) => part.type === "tool_call")).toBe(false);
  });
});
