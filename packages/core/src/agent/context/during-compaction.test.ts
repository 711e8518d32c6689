import { describe, expect, it } from "vitest";
import { ModelError, type ModelRequest } from "../../ports/model.ts";
import { fakeClock, type ModelScript } from "../../testing/index.ts";
import { gate, until, untilStatus } from "../../test-host.test-support.ts";
import { command, isSummaryCall, smallHost, textsOf, words } from "./compaction.test-support.ts";

const lastText = (request: ModelRequest | undefined) => request && textsOf(request).at(-1);

/** Steps whose words fill the prompt, and a summary that comes when it is let. */
function heldSummary(usage?: { readonly input_tokens: number; readonly output_tokens: number }) {
  const { opened: held, open: finish } = gate();
  const script: ModelScript = async (request, index) => {
    if (isSummaryCall(request)) {
      await held;
      return { text: "All that matters.", ...(usage !== undefined && { usage }) };
    }
    if (request.tools.length === 0) return { text: "Summed up." };
    return textsOf(request).some((text) => text.includes("STOP HERE"))
      ? { text: "Stopped." }
      : { ...command(index), text: `step ${index} ${words(1_200)}` };
  };
  return { script, finish };
}

describe("while a summary is written", () => {
  it("a message that steers is heard before the model is asked again", async () => {
    const { script, finish } = heldSummary();
    await using host = await smallHost(32_000, script);
    const { session_id } = await host.send("Build the thing.");
    await until(() => host.models.requests.some(isSummaryCall));
    const before = host.models.requests.length;
    await host.send("STOP HERE", { session_id, on_busy: "steer" });
    finish();
    await untilStatus(host, session_id, "idle");
    const after = host.models.requests.slice(before);
    expect(after).toHaveLength(1);
    expect(lastText(after[0])).toBe("STOP HERE");
    const types = (await host.events(session_id)).map(({ type }) => type);
    expect(types.slice(types.indexOf("context.compacted"))).toEqual([
      "context.compacted",
      "item.completed",
      "item.completed",
      "turn.ended",
    ]);
  });

  it("what it uses counts: a budget that it spends is the turn's end, with no step between", async () => {
    const { script, finish } = heldSummary({ input_tokens: 50, output_tokens: 5_000 });
    finish();
    await using host = await smallHost(32_000, script, { config: { limits: { max_output_tokens: 4_000 } } });
    const result = await host.run("Build the thing.");
    expect(result).toMatchObject({ reason: "budget_reached", final_message: "Summed up." });
    const events = await host.events(result.session_id);
    const after = events.slice(events.findIndex(({ type }) => type === "context.compacted"));
    expect(after.map(({ type }) => type)).toEqual([
      "context.compacted",
      "item.completed",
      "item.completed",
      "turn.ended",
    ]);
  });
});

describe("while a failed call of the model is to be tried again", () => {
  it("a message that steers is in the next try", async () => {
    const clock = fakeClock();
    await using host = await smallHost(
      32_000,
      (request, index) =>
        index === 0
          ? { fail: new ModelError("overloaded", "busy", { retryable: true, retryAfterMs: 1_000 }) }
          : { text: textsOf(request).join(" | ") },
      { service: { clock } },
    );
    const { session_id } = await host.send("Build the thing.");
    await until(async () => (await host.events(session_id)).some(({ type }) => type === "turn.retrying"));
    await host.send("STOP HERE", { session_id, on_busy: "steer" });
    await untilStatus(host, session_id, "idle", { clock });
    expect(host.models.requests).toHaveLength(2);
    expect(lastText(host.models.requests[1])).toBe("STOP HERE");
  });
});
