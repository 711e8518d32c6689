import { testCaller } from "../../testing/index.ts";
import { describe, expect, it } from "vitest";
import { ModelError } from "../../ports/model.ts";
import { summaryNote } from "../prompt/compact-entries.ts";
import { toPrompt } from "../prompt/prompt-builder.ts";
import { OMITTED_OUTPUT } from "../prompt/prompt-entry.ts";
import { scriptedModels, type ModelScript } from "../../testing/index.ts";
import { admin, bash, until } from "../../test-host.test-support.ts";
import { command, isSummaryCall, sizeOf, smallHost, textsOf, words } from "./compaction.test-support.ts";
import { promptLimit } from "./token-budget.ts";

/** So many steps whose words fill the prompt, then an end. */
const talk =
  (steps: number, tokens: number, summary: string | Error = "All that matters."): ModelScript =>
  (request) => {
    if (isSummaryCall(request))
      return typeof summary === "string"
        ? { text: summary, usage: { input_tokens: 900, output_tokens: 70 } }
        : { fail: summary };
    const done = request.messages.findLast(({ role }) => role === "assistant")?.parts[0];
    const last = done?.type === "text" ? Number(/step (\d+)/.exec(done.text)?.[1] ?? 0) : 0;
    return last < steps
      ? { ...command(last + 1), text: `step ${last + 1} ${words(tokens)}` }
      : { text: "The end." };
  };

describe("a prompt that nears the window", () => {
  it("first leaves old outputs out, in an event, without asking a model", async () => {
    await using host = await smallHost(
      60_000,
      (request, index) => (index < 10 ? command(index) : { text: `seen ${request.messages.length}` }),
      { command: () => ({ stdout: words(5_500) }) },
    );
    const { session_id } = await host.run("Look at everything.");
    const [compaction, ...more] = await host.compactions(session_id);
    expect(more).toEqual([]);
    expect(compaction).toMatchObject({
      cause: "window",
      summary: null,
      summary_model: null,
      through_seq: null,
      kept_message_ids: [],
      longest_part_tokens: null,
    });
    expect(compaction?.tokens_after).toBeLessThan((compaction?.tokens_before ?? 0) * 0.8);
    expect(host.models.requests.some(isSummaryCall)).toBe(false);
    const shown = host.models.requests.at(-1);
    const outputs = shown === undefined ? [] : textsOf(shown).filter((text) => !text.startsWith("step"));
    expect(outputs.filter((text) => text === OMITTED_OUTPUT).length).toBeGreaterThan(2);
    expect(outputs.at(-1)).toContain("some words");
  });

  it("is summed up but for the newest, with the first task kept and the call's usage counted", async () => {
    await using host = await smallHost(32_000, talk(20, 1_200));
    const result = await host.run("Build the thing in blue.");
    expect(result).toMatchObject({ reason: "end_turn", final_message: "The end." });
    const [compaction] = await host.compactions(result.session_id);
    expect(compaction).toMatchObject({
      summary: "All that matters.",
      summary_model: "scripted/model",
      usage: { input_tokens: 900, output_tokens: 70, model: "scripted/model" },
    });
    expect(compaction?.kept_message_ids).toHaveLength(1);
    const asked = host.models.requests.findIndex(isSummaryCall);
    const summaryCall = host.models.requests[asked];
    expect(summaryCall?.tools).toEqual([]);
    expect(
      textsOf(summaryCall ?? { system: "", messages: [], tools: [], caller: testCaller() })[0],
    ).toContain("called bash");
    const next = host.models.requests[asked + 1];
    expect(next?.messages.slice(0, 2)).toEqual([
      { role: "user", parts: [{ type: "text", text: "Build the thing in blue." }] },
      { role: "user", parts: [{ type: "text", text: summaryNote("All that matters.") }] },
    ]);
    expect(next?.messages.at(-1)?.role).toBe("tool");
    const summaries = host.models.requests.filter(isSummaryCall).length;
    const steps = host.models.requests.length - summaries;
    expect(result.stats).toMatchObject({ steps, input_tokens: steps * 10 + summaries * 900 });
    // Nothing is deleted: the transcript holds every step.
    const said = result.messages.filter(({ content }) => content.startsWith("step"));
    expect(said).toHaveLength(20);
  });

  it("is what the log alone says, so that a successor goes on with the same", async () => {
    await using host = await smallHost(32_000, talk(30, 1_200));
    const { session_id } = await host.run("Go.");
    expect((await host.compactions(session_id)).length).toBeGreaterThan(1);
    const events = await host.events(session_id);
    const last = events.findLastIndex(
      (event) => event.type === "item.completed" && event.usage !== undefined,
    );
    expect(host.models.requests.at(-1)?.messages).toEqual(toPrompt(events.slice(0, last)));
  });

  it("is summed up by the small model, where the config has one", async () => {
    const main = scriptedModels(talk(20, 1_200), { contextWindow: 32_000 });
    const small = scriptedModels([{ text: "In short." }], { reference: "scripted/small" });
    const models = {
      default: main.default,
      resolve: (asked: string) =>
        main.resolve(asked, { tenant: "default" }) ?? small.resolve(asked, { tenant: "default" }),
    };
    await using host = await smallHost(0, [], {
      config: { small_model: "scripted/small" },
      service: { models },
    });
    const { session_id } = await host.run("Go.");
    const [compaction] = await host.compactions(session_id);
    expect(compaction).toMatchObject({ summary: "In short.", summary_model: "scripted/small" });
    expect(compaction?.usage?.model).toBe("scripted/small");
    expect(small.requests).not.toHaveLength(0);
  });
});

describe("a summary that fails", () => {
  const refused = new ModelError("auth", "no", { retryable: false });
  const overloaded = new ModelError("overloaded", "busy", { retryable: true, retryAfterMs: 1 });

  it.each([
    ["for good", refused, 1],
    ["again and again", overloaded, 3],
    ["for a reason of the adapter", new TypeError("x is not a function"), 1],
  ])("%s gives way to one without a model, and the turn goes on", async (_, failure, tries) => {
    await using host = await smallHost(32_000, talk(14, 1_200, failure), {});
    const result = await host.run("Write the report to out.md.");
    expect(result).toMatchObject({ reason: "end_turn", final_message: "The end." });
    const [compaction] = await host.compactions(result.session_id);
    expect(compaction).toMatchObject({ summary_model: null });
    expect(compaction?.summary).toContain("look 1");
    expect(compaction?.usage).toBeUndefined();
    const compactions = await host.compactions(result.session_id);
    expect(host.models.requests.filter(isSummaryCall)).toHaveLength(tries * compactions.length);
  });

  it("again and again nests no words of the service in those that it carries over, and keeps within the window", async () => {
    await using host = await smallHost(
      32_000,
      talk(60, 1_200, new ModelError("auth", "no", { retryable: false })),
    );
    const { session_id } = await host.run("Go.");
    const compactions = await host.compactions(session_id);
    expect(compactions.length).toBeGreaterThan(2);
    const last = compactions.at(-1)?.summary ?? "";
    expect(last.split("Put together without a model")).toHaveLength(2);
    expect(last).not.toContain("The conversation before this point");
    expect(last).not.toContain("Continue from there.");
    const limit = promptLimit({ context_window: 32_000 });
    for (const request of host.models.requests) expect(sizeOf(request)).toBeLessThanOrEqual(limit);
  });

  it.each([
    ["says nothing", { text: " " }],
    ["calls a tool", { text: "x", toolCalls: [bash("rm")] }],
    ["is refused", { text: "I will not.", finish: "refused" as const }],
    ["is cut off in the stream", { text: "Goal:", truncate: true as const }],
  ])("because it %s is not taken for one", async (_, answer) => {
    const usual = talk(14, 1_200);
    await using host = await smallHost(32_000, (request, index) =>
      isSummaryCall(request) ? answer : typeof usual === "function" ? usual(request, index) : {},
    );
    const result = await host.run("Go.");
    expect(result.reason).toBe("end_turn");
    expect((await host.compactions(result.session_id))[0]).toMatchObject({ summary_model: null });
    expect(host.sandbox.commands.every(({ command: text }) => !text.includes("rm"))).toBe(true);
  });

  it("because the turn is interrupted appends no event, and the next turn compacts", async () => {
    let isStalled = true;
    const usual = talk(14, 1_200);
    await using host = await smallHost(32_000, (request, index) =>
      isSummaryCall(request) && isStalled
        ? { stall: true }
        : typeof usual === "function"
          ? usual(request, index)
          : {},
    );
    const { session_id } = await host.send("Go.");
    await until(() => host.models.requests.some(isSummaryCall));
    await host.service.sessions.interrupt(admin, host.workspaceId, session_id);
    expect(await host.session(session_id)).toMatchObject({ status: "idle", stop_reason: "interrupted" });
    expect(await host.compactions(session_id)).toEqual([]);
    isStalled = false;
    expect(await host.run("Go on.", { session_id })).toMatchObject({ reason: "end_turn" });
    expect(await host.compactions(session_id)).not.toEqual([]);
  });
});
