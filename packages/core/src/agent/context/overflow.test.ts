import { testCaller } from "../../testing/index.ts";
import { describe, expect, it } from "vitest";
import { ModelError } from "../../ports/model.ts";
import { bash, testHost } from "../../test-host.test-support.ts";
import { command, isSummaryCall, smallHost, textsOf, words } from "./compaction.test-support.ts";
import { estimateTokens } from "./estimate-tokens.ts";

const tooLong = new ModelError("context_overflow", "prompt is too long", { retryable: false });

describe("a prompt that the provider refuses as too long", () => {
  it("is made shorter and sent once more in the same step", async () => {
    let overflows = 0;
    await using host = await smallHost(
      200_000,
      (request, index) => {
        if (isSummaryCall(request)) return { text: "In short." };
        const size = textsOf(request).reduce((sum, text) => sum + estimateTokens(text), 0);
        if (size > 30_000) {
          overflows += 1;
          return { fail: tooLong };
        }
        return index < 40 ? command(index) : { text: "The end." };
      },
      { command: () => ({ stdout: words(4_000) }) },
    );
    const result = await host.run("Go.");
    expect(result).toMatchObject({ reason: "end_turn", final_message: "The end." });
    const compactions = await host.compactions(result.session_id);
    expect(compactions[0]).toMatchObject({ cause: "overflow" });
    expect(compactions[0]?.tokens_after).toBeLessThan(compactions[0]?.tokens_before ?? 0);
    // The learned limit stays: later prompts are compacted before the provider refuses them.
    expect(overflows).toBe(1);
    expect(compactions.slice(1).map(({ cause }) => cause)).toContain("window");
    expect(compactions.filter(({ cause }) => cause === "overflow")).toHaveLength(1);
  });

  it("again ends the turn with what is the matter, and the next turn works", async () => {
    let isTooLong = true;
    await using host = await smallHost(200_000, (request) =>
      isSummaryCall(request) ? { text: "s" } : isTooLong ? { fail: tooLong } : { text: "better" },
    );
    const result = await host.run(words(3_000));
    expect(result).toMatchObject({ status: "failed", reason: "model_error" });
    expect(result.error).toMatchObject({ code: "model_unavailable" });
    expect(result.error?.detail).toContain("does not fit the model's context window");
    expect(host.models.requests.filter((request) => !isSummaryCall(request)).length).toBeLessThanOrEqual(2);
    isTooLong = false;
    expect(await host.run("again", { session_id: result.session_id })).toMatchObject({ reason: "end_turn" });
  });

  it("without compaction ends the turn, and says that it is switched off", async () => {
    await using host = await testHost({
      script: [command(1), { fail: tooLong }],
      config: { compaction: { enabled: false } },
      command: () => ({ stdout: words(10_000) }),
    });
    const result = await host.run("Go.");
    expect(result.error).toEqual({
      code: "model_unavailable",
      detail:
        "The conversation does not fit the model's context window, and compaction is switched off: prompt is too long",
    });
    const events = await host.events(result.session_id);
    expect(events.some(({ type }) => type === "context.compacted")).toBe(false);
  });
});

describe("a single part that is longer than the window", () => {
  it("is shortened in its middle when it is the message of a person", async () => {
    await using host = await smallHost(16_000, [{ text: "I see." }]);
    const message = `BEGIN ${words(40_000)} END`;
    const result = await host.run(message);
    expect(result).toMatchObject({ reason: "end_turn", final_message: "I see." });
    const [text = ""] = textsOf(
      host.models.requests[0] ?? { system: "", messages: [], tools: [], caller: testCaller() },
    );
    expect(text).toMatch(/^BEGIN[^]*characters omitted to fit the context window[^]*END$/);
    expect(estimateTokens(text)).toBeLessThan(8_000);
    expect((await host.compactions(result.session_id))[0]).toMatchObject({
      summary: null,
      through_seq: null,
    });
    expect(result.messages[0]?.content).toBe(message);
  });

  it("is shortened when it is the output of a tool, or its arguments", async () => {
    await using host = await smallHost(
      16_000,
      (_, index) => (index === 0 ? { toolCalls: [bash(`echo ${words(9_000)}`)] } : { text: "I see." }),
      { command: () => ({ stdout: `BEGIN ${words(11_000)} END` }) },
    );
    const result = await host.run("Go.");
    expect(result).toMatchObject({ reason: "end_turn" });
    const parts = host.models.requests.at(-1)?.messages.flatMap((message) => message.parts) ?? [];
    const call = parts.find((part) => part.type === "tool_call");
    const output = parts.find((part) => part.type === "tool_result");
    expect(JSON.stringify(call)).toContain("characters omitted to fit the context window");
    expect(output?.type === "tool_result" && output.output).toMatch(
      /BEGIN[^]*omitted to fit the context window[^]*END/,
    );
  });
});
