import { describe, expect, it } from "vitest";
import type { ScriptedStep } from "../testing/index.ts";
import { admin, bash, testHost, type TestHost } from "../test-host.test-support.ts";
import { CUT_TEXT_NUDGE, NUDGE } from "./doom-loop.ts";

const call = (...commands: string[]): ScriptedStep => ({ toolCalls: commands.map(bash) });
const cut = (text: string): ScriptedStep => ({ text, finish: "length" });
const done: ScriptedStep = { text: "done" };
const times = (count: number, ...steps: ScriptedStep[]) => Array.from({ length: count }, () => steps).flat();

async function hostWith(script: readonly ScriptedStep[], output?: (index: number) => string) {
  let calls = 0;
  return testHost({ script, command: () => ({ stdout: output?.(calls++) ?? "the same\n" }) });
}

/** How often each request holds the word to the model. */
const nudges = ({ models }: TestHost, note = NUDGE) =>
  models.requests.map(
    ({ messages }) =>
      messages.flatMap(({ parts }) => parts).filter((part) => part.type === "text" && part.text === note)
        .length,
  );

describe("an agent that goes round in circles", () => {
  it("gets one note after the third time, and is stopped after the fifth", async () => {
    await using host = await hostWith(times(6, call("ls")));
    const result = await host.run("go");
    expect(result).toMatchObject({ status: "failed", reason: "stuck", error: { code: "doom_loop" } });
    expect(nudges(host)).toEqual([0, 0, 0, 1, 1]);
    expect(host.sandbox.commands).toHaveLength(5);
    expect(result.messages.at(-1)).toMatchObject({ role: "assistant" });
  });

  it.each([
    ["two", [call("ls"), call("pwd")]],
    ["three", [call("ls"), call("pwd"), call("id")]],
    ["three, two of them the same,", [call("ls"), call("ls"), call("id")]],
  ])("of %s steps gets a note and is stopped after as many rounds", async (_name, round) => {
    await using host = await hostWith(times(6, ...round));
    expect(await host.run("go")).toMatchObject({ reason: "stuck", error: { code: "doom_loop" } });
    const asked = nudges(host);
    expect(asked).toHaveLength(5 * round.length);
    expect(asked.map((count) => count > 0)).toEqual(asked.map((_, index) => index >= 3 * round.length));
    expect(asked.at(-1)).toBe(1);
    expect(host.sandbox.commands).toHaveLength(5 * round.length);
  });

  it("is stopped although turns behind it are withdrawn meanwhile", async () => {
    let behind = 0;
    await using host = await testHost({
      script: async (_, index) => {
        if (index > 0) {
          const { items } = await host.service.sessions.list(admin, host.workspaceId);
          const session_id = items[0]?.id ?? "";
          const { turn_id } = await host.send("later", { session_id });
          await host.service.sessions.withdrawTurn(admin, host.workspaceId, session_id, turn_id);
          behind += 1;
        }
        return call("ls");
      },
      command: () => ({ stdout: "the same\n" }),
    });
    expect(await host.run("go")).toMatchObject({ reason: "stuck", error: { code: "doom_loop" } });
    expect(behind).toBe(4);
  });

  it("that changes from one cycle to another gets a note for each", async () => {
    const longer = times(3, call("a"), call("b"), call("c"));
    await using host = await hostWith([...times(3, call("ls")), ...longer, done]);
    expect(await host.run("go")).toMatchObject({ reason: "end_turn" });
    expect(nudges(host).at(-1)).toBe(2);
  });

  it("is the same with several calls in a response, and with the keys of the arguments in another order", async () => {
    const step = (text: string): ScriptedStep => ({
      toolCalls: [{ name: "bash", arguments: text }, bash("pwd")],
    });
    await using host = await hostWith([
      step('{"command":"ls","timeout_ms":5000}'),
      step('{ "timeout_ms":5000, "command":"ls" }'),
      step('{"command":"ls","timeout_ms":5000}'),
      step('{"timeout_ms":5000,"command":"ls"}'),
      step('{"command":"ls","timeout_ms":5000}'),
    ]);
    expect(await host.run("go")).toMatchObject({ reason: "stuck" });
  });

  it.each([
    ["whose results change", times(8, call("date")), (index: number) => `${index}`],
    [
      "that does something else between",
      [...times(4, call("ls")), call("pwd"), ...times(4, call("ls"))],
      undefined,
    ],
    ["that repeats four different calls", times(5, call("a"), call("b"), call("c"), call("d")), undefined],
    [
      "of three steps of which one gives something else",
      times(6, call("a"), call("b"), call("date")),
      (index: number) => (index % 3 === 2 ? `${index}` : "the same"),
    ],
  ])("is not one %s", async (_name, steps, output) => {
    await using host = await hostWith([...steps, done], output);
    expect(await host.run("go")).toMatchObject({ reason: "end_turn", final_message: "done" });
  });

  it("starts again with the next turn", async () => {
    await using host = await hostWith([...times(5, call("ls")), ...times(2, call("ls")), done]);
    const { session_id, reason } = await host.run("go");
    expect(reason).toBe("stuck");
    expect(await host.run("once more", { session_id })).toMatchObject({ reason: "end_turn" });
    expect(nudges(host).slice(5)).toEqual([1, 1, 1]);
  });

  it("that leaves the circle after the word is not stopped", async () => {
    await using host = await hostWith([...times(3, call("ls")), call("pwd"), ...times(2, call("ls")), done]);
    expect(await host.run("go")).toMatchObject({ reason: "end_turn" });
  });
});

describe("an agent whose answers are cut off", () => {
  it("gets one note after the third identical text, and is stopped after the fifth", async () => {
    await using host = await testHost({ script: times(8, cut("and so on")) });
    const result = await host.run("go");
    expect(result).toMatchObject({ status: "failed", reason: "stuck", error: { code: "doom_loop" } });
    expect(result.error?.detail).toContain("cut off");
    expect(nudges(host, CUT_TEXT_NUDGE)).toEqual([0, 0, 0, 1, 1]);
    expect(result.stats.steps).toBe(5);
  });

  it("is stopped as well where it says nothing each time, or writes the same call that is cut", async () => {
    await using silent = await testHost({ script: times(8, { finish: "length" }) });
    expect(await silent.run("go")).toMatchObject({ reason: "stuck", stats: { steps: 5 } });
    await using calling = await testHost({
      script: times(8, { ...call("make it all"), finish: "length" }),
      command: () => ({ stdout: "not reached" }),
    });
    expect(await calling.run("go")).toMatchObject({ reason: "stuck", stats: { steps: 5 } });
    expect(calling.sandbox.commands).toHaveLength(0);
  });

  it("goes on where its text goes on", async () => {
    const parts = Array.from({ length: 9 }, (_, index) => cut(`part ${index}`));
    await using host = await testHost({ script: [...parts, done] });
    expect(await host.run("go")).toMatchObject({ reason: "end_turn", final_message: "done" });
    expect(nudges(host, CUT_TEXT_NUDGE).at(-1)).toBe(0);
  });

  it("goes on where it does something else between", async () => {
    const round = [...times(4, cut("and so on")), call("ls")];
    await using host = await testHost({
      script: [...round, ...round, done],
      command: () => ({ stdout: "the same\n" }),
    });
    expect(await host.run("go")).toMatchObject({ reason: "end_turn" });
  });
});
