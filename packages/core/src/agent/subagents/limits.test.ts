import { describe, expect, it } from "vitest";
import { addStats } from "../../domain/sessions/project-turn.ts";
import { noStats } from "../../domain/sessions/turn.ts";
import { bash, resultsIn, testHost, until, untilStatus } from "../../test-host.test-support.ts";
import { fakeClock, testStore } from "../../testing/index.ts";
import { childrenOf, isOfSubagent, scripted, sessionsOf, task } from "./subagents.test-support.ts";

const prices = { "scripted/model": { input: 1_000_000, output: 0, cache_read: 0, cache_write: 0 } };
const busy = (names: readonly string[]) =>
  scripted([{ toolCalls: names.map(task) }, { toolCalls: [bash("more")] }], {
    ...Object.fromEntries(
      names.map((name) => [name, [{ text: `${name} goes on`, toolCalls: [bash(name)] }]]),
    ),
  });

const total = async (host: Parameters<typeof sessionsOf>[0]) =>
  (await sessionsOf(host)).map(({ usage }) => usage).reduce(addStats, noStats);

describe("the limits of a turn", () => {
  it.each([1, 2, 4])("of steps hold for it and %i subagents together, to the step", async (count) => {
    await using host = await testHost({
      script: (request) => {
        const summary = request.tools.length === 0;
        if (!isOfSubagent(request)) {
          if (summary) return { text: "sum" };
          return request.messages.length === 1
            ? { toolCalls: ["a", "b", "c", "d"].slice(0, count).map(task) }
            : { toolCalls: [bash("more")] };
        }
        // Never twice the same, so that it is no circle.
        return summary ? { text: "half of it" } : { toolCalls: [bash(`step ${request.messages.length}`)] };
      },
      command: async ({ command }) => ({ stdout: command.slice(-30) }),
      config: { limits: { max_steps: 20 } },
    });
    const { session_id, reason } = await host.run("go");
    expect(reason).toBe("max_steps");
    expect((await total(host)).steps).toBe(20);
    for (const result of resultsIn(await host.events(session_id)))
      expect(result).toMatchObject({
        is_error: false,
        output: expect.stringMatching(/^half of it\n\n\[The subagent had to end: .*limit of steps/) as string,
        subagent: { stop_reason: "max_steps" },
      });
  });

  it.each([
    ["max_input_tokens", 95],
    ["max_output_tokens", 50],
    ["max_cost_usd", 100],
  ] as const)("of %s are drawn on by its subagents, and end it after them", async (name, most) => {
    await using host = await testHost({
      script: (request, index) => {
        if (request.tools.length === 0) return { text: "sum" };
        if (isOfSubagent(request)) return { toolCalls: [bash(`step ${index}`)] };
        return request.messages.length === 1
          ? { toolCalls: [task("a"), task("b")] }
          : { toolCalls: [bash("x")] };
      },
      config: { limits: { [name]: most } },
      service: { prices },
    });
    const { reason, session_id } = await host.run("go");
    expect(reason).toBe("budget_reached");
    expect(resultsIn(await host.events(session_id)).map(({ subagent }) => subagent?.stop_reason)).toEqual([
      "budget_reached",
      "budget_reached",
    ]);
    // What was spent when it was reached, a step beside it, and a last step of each.
    expect((await total(host)).steps).toBeLessThanOrEqual(10 + 1 + 3);
    const [child] = await childrenOf(host);
    const queued = (await host.events(child?.id ?? "")).find(({ type }) => type === "turn.queued");
    expect(queued).toMatchObject({ limits: { [name]: most - (name === "max_output_tokens" ? 5 : 10) } });
  });

  it("of time end a subagent first, with its summary", async () => {
    const clock = fakeClock();
    const host = await testHost({
      script: (request) => {
        if (request.tools.length === 0) return { text: "in time" };
        return isOfSubagent(request) ? { stall: true } : { toolCalls: [task("a")] };
      },
      config: { limits: { max_turn_seconds: 60 } },
      service: { clock, store: testStore({ clock }) },
    });
    const sent = await host.send("go");
    await until(() => host.models.requests.length === 2);
    await untilStatus(host, sent.session_id, "idle", { clock });
    expect(await host.session(sent.session_id)).toMatchObject({ stop_reason: "max_time" });
    expect(resultsIn(await host.events(sent.session_id))).toMatchObject([
      { output: expect.stringContaining("in time") as string, subagent: { stop_reason: "max_time" } },
    ]);
    await host.service.stop({ graceMs: 0 });
  });

  it("start no subagent where not enough is left for one", async () => {
    await using host = await testHost({
      script: busy(["a", "b"]),
      config: { limits: { max_steps: 3 } },
    });
    const { session_id } = await host.run("go");
    const outputs = resultsIn(await host.events(session_id)).map(({ output }) => output);
    expect(outputs[1]).toContain("No subagent was started");
    expect(await childrenOf(host)).toHaveLength(1);
    expect((await total(host)).steps).toBe(3);
  });
});
