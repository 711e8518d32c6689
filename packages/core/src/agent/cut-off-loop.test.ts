import { describe, expect, it } from "vitest";
import type { ScriptedStep } from "../testing/index.ts";
import { testHost, type TestHost } from "../test-host.test-support.ts";
import { CUT_TEXT_NUDGE } from "./doom-loop.ts";

const cut = (text: string): ScriptedStep => ({ text, finish: "length" });
const bash = (command: string): ScriptedStep => ({ toolCalls: [{ name: "bash", arguments: { command } }] });
const done: ScriptedStep = { text: "done" };
const times = (count: number, ...steps: ScriptedStep[]) => Array.from({ length: count }, () => steps).flat();

/** How often each request holds the word to the model. */
const nudges = ({ models }: TestHost) =>
  models.requests.map(
    ({ messages }) =>
      messages
        .flatMap(({ parts }) => parts)
        .filter((part) => part.type === "text" && part.text === CUT_TEXT_NUDGE).length,
  );

describe("an agent whose answers are cut off", () => {
  it("gets one note after the third identical text, and is stopped after the fifth", async () => {
    await using host = await testHost({ script: times(8, cut("and so on")) });
    const result = await host.run("go");
    expect(result).toMatchObject({ status: "failed", reason: "stuck", error: { code: "doom_loop" } });
    expect(result.error?.detail).toContain("cut off");
    expect(nudges(host)).toEqual([0, 0, 0, 1, 1]);
    expect(result.stats.steps).toBe(5);
  });

  it("is stopped as well where it says nothing each time, or writes the same call that is cut", async () => {
    await using silent = await testHost({ script: times(8, { finish: "length" }) });
    expect(await silent.run("go")).toMatchObject({ reason: "stuck", stats: { steps: 5 } });
    await using calling = await testHost({
      script: times(8, { ...bash("make it all"), finish: "length" }),
      command: () => ({ stdout: "not reached" }),
    });
    expect(await calling.run("go")).toMatchObject({ reason: "stuck", stats: { steps: 5 } });
    expect(calling.sandbox.commands).toHaveLength(0);
  });

  it("goes on where its text goes on", async () => {
    const parts = Array.from({ length: 9 }, (_, index) => cut(`part ${index}`));
    await using host = await testHost({ script: [...parts, done] });
    expect(await host.run("go")).toMatchObject({ reason: "end_turn", final_message: "done" });
    expect(nudges(host).at(-1)).toBe(0);
  });

  it("goes on where it does something else between", async () => {
    const round = [...times(4, cut("and so on")), bash("ls")];
    await using host = await testHost({
      script: [...round, ...round, done],
      command: () => ({ stdout: "the same\n" }),
    });
    expect(await host.run("go")).toMatchObject({ reason: "end_turn" });
  });
});
