import { describe, expect, it } from "vitest";
import { ModelError, type ModelErrorKind } from "../ports/model.ts";
import { toPrompt } from "./prompt/prompt-builder.ts";
import { assertValidPrompt } from "./prompt/valid-prompt.test-support.ts";
import { fakeClock, type ScriptedStep } from "../testing/index.ts";
import { bash, testHost, until, untilStatus, type TestHost } from "../test-host.test-support.ts";

const call = bash("ls");
/** Three parts of text, four of the call's arguments, the call, the finish. */
const step: ScriptedStep = { text: "thinking", toolCalls: [call], chunk: 4 };
const done: ScriptedStep = { text: "done" };

/** After how many parts of a response, and whether a tool ran before it. */
const points = [
  ["before the first token", 0, false],
  ["in the text", 1, false],
  ["after the text", 3, false],
  ["in a tool call's arguments", 5, false],
  ["after a whole call", 8, false],
  ["before the first token after a tool ran", 0, true],
  ["in the arguments of a call after a tool ran", 5, true],
] as const;

interface Fault {
  readonly name: string;
  readonly error: Error;
  /** What the turn's error says, where it does not pass. */
  readonly detail: string | null;
}

const fault = (kind: ModelErrorKind, retryable: boolean, detail: string | null): Fault => ({
  name: retryable ? `${kind}, which passes` : kind,
  error: new ModelError(kind, "the provider's words", { retryable }),
  detail,
});

const faults: readonly Fault[] = [
  fault("network", true, null),
  fault("overloaded", true, null),
  fault("rate_limited", true, null),
  fault("truncated", true, null),
  fault("auth", false, "refused the credentials of this host: the provider's words"),
  fault("rate_limited", false, "allows no more calls at present: the provider's words"),
  fault("overloaded", false, "is overloaded: the provider's words"),
  fault("invalid_request", false, "did not take the request: the provider's words"),
  fault("context_overflow", false, "does not fit the model's context window"),
  { name: "an error of the adapter", error: new TypeError("x"), detail: "The model adapter failed." },
];

const table = faults.flatMap((each) =>
  points.map(([point, after, isLater]) => ({ ...each, point, after, isLater })),
);

async function assertSoundLog(host: TestHost, sessionId: string): Promise<void> {
  const events = await host.events(sessionId);
  for (let cut = 0; cut <= events.length; cut++) assertValidPrompt(toPrompt(events.slice(0, cut)));
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(events.at(-1)?.type).toBe("turn.ended");
}

describe("a fault of the model", () => {
  it.each(table)("($name) $point leaves a sound log, and the next turn works", async (row) => {
    const failing: ScriptedStep = { ...step, fail: row.error, failAfter: row.after };
    const before: ScriptedStep[] = row.isLater ? [{ ...step, text: "first", chunk: 100 }] : [];
    const after = row.detail === null ? [{ text: "again", toolCalls: [call] }, done] : [];
    await using host = await testHost({ script: [...before, failing, ...after, { text: "next" }] });

    const result = await host.run("go");
    await assertSoundLog(host, result.session_id);
    const retries = (await host.events(result.session_id)).filter(({ type }) => type === "turn.retrying");
    if (row.detail === null) {
      expect(result).toMatchObject({ status: "completed", final_message: "done", error: null });
      expect(retries).toMatchObject([{ attempt: 2, reason: "the provider's words" }]);
    } else {
      expect(result).toMatchObject({ status: "failed", reason: "model_error" });
      expect(result.error).toMatchObject({ code: "model_unavailable" });
      expect(result.error?.detail).toContain(row.detail);
      expect(retries).toEqual([]);
    }
    // A call of a response that failed never ran; one that ran does not run again.
    const ran = (row.isLater ? 1 : 0) + (row.detail === null ? 1 : 0);
    expect(host.sandbox.commands).toHaveLength(ran);

    const next = await host.run("and now?", { session_id: result.session_id });
    expect(next).toMatchObject({ status: "completed", final_message: "next" });
    await assertSoundLog(host, result.session_id);
    const shown = JSON.stringify(host.models.requests.at(-1)?.messages);
    expect(shown.includes("thinking")).toBe(false);
  });

  it.each([
    ["that ends without a finish", { ...step, truncate: true as const }],
    ["whose finish is no end", { ...step, finish: "other" as const }],
  ])("a stream %s is asked for again, and none of its calls runs", async (_, cut) => {
    await using host = await testHost({ script: [cut, done] });
    const result = await host.run("go");
    expect(result).toMatchObject({ reason: "end_turn", final_message: "done" });
    expect(host.sandbox.commands).toHaveLength(0);
    await assertSoundLog(host, result.session_id);
  });

  it("that refuses in the middle of its calls runs none of them", async () => {
    await using host = await testHost({ script: [{ ...step, finish: "refused" }, { text: "next" }] });
    const result = await host.run("go");
    expect(result).toMatchObject({ status: "completed", reason: "refused" });
    expect(host.sandbox.commands).toHaveLength(0);
    await assertSoundLog(host, result.session_id);
    expect(await host.run("and now?", { session_id: result.session_id })).toMatchObject({
      final_message: "next",
    });
  });

  it.each([
    ["broken JSON", '{"command":'],
    ["no object", "[1,2]"],
    ["nothing", ""],
    ["very deep JSON", `{"command":${"[".repeat(20_000)}${"]".repeat(20_000)}}`],
    ["the wrong arguments", '{"cmd":"ls"}'],
  ])("that writes a call with %s gets an error result, and the turn continues", async (_, text) => {
    await using host = await testHost({
      script: [{ toolCalls: [{ name: "bash", arguments: text }] }, done, { text: "next" }],
    });
    const result = await host.run("go");
    expect(result).toMatchObject({ reason: "end_turn", final_message: "done" });
    expect(host.sandbox.commands).toHaveLength(0);
    await assertSoundLog(host, result.session_id);
  });

  it("that is silent for ten minutes has lost the request: it is asked again", async () => {
    const clock = fakeClock();
    await using host = await testHost({
      script: [{ ...step, stall: { after: 5 } }, done],
      service: { clock },
    });
    const { session_id } = await host.send("go");
    await until(() => host.models.requests.length === 1);
    await untilStatus(host, session_id, "idle", { clock, stepMs: 60_000 });
    const events = await host.events(session_id);
    expect(events.find(({ type }) => type === "turn.retrying")).toMatchObject({
      reason: "The model sent nothing for 10 minutes.",
    });
    expect((await host.session(session_id)).stop_reason).toBe("end_turn");
  });
});
