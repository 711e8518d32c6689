import { describe, expect, it } from "vitest";
import type { ModelPrices } from "../domain/prices/model-prices.ts";
import { admin, bash, testHost } from "../test-host.test-support.ts";

const prices: ModelPrices = { input: 1, output: 1_000, cache_read: 0, cache_write: 0 };
const priced = { prices: { "scripted/model": prices } };
/** Each step costs 0.06 dollars; the last one sums up. */
const untilStopped = (request: { readonly tools: readonly unknown[] }, index: number) =>
  request.tools.length > 0
    ? {
        toolCalls: [bash(`step ${index}`)],
        usage: { input_tokens: 0, output_tokens: 60 },
      }
    : { text: "Spent.", usage: { input_tokens: 0, output_tokens: 10 } };
const limits = {
  max_steps: 100,
  max_turn_seconds: 60,
  max_input_tokens: null,
  max_output_tokens: null,
  max_cost_usd: 0.1,
};

describe("a limit of the cost", () => {
  it("ends the turn after a step without tools that sums up", async () => {
    await using host = await testHost({ script: untilStopped, service: priced });
    const result = await host.run("go", { limits: { max_cost_usd: 0.1 } });
    expect(result).toMatchObject({ status: "completed", reason: "budget_reached", final_message: "Spent." });
    expect(result.stats).toMatchObject({ steps: 3, tool_calls: 2, cost_usd: 0.13 });
    const steps = (await host.events(result.session_id)).flatMap((event) =>
      event.type === "item.completed" && event.usage !== undefined ? [event.usage] : [],
    );
    expect(steps.map(({ cost_usd, model }) => [model, cost_usd])).toEqual([
      ["scripted/model", 0.06],
      ["scripted/model", 0.06],
      ["scripted/model", 0.01],
    ]);
  });

  it("can be raised, and the next message goes on in the same session", async () => {
    await using host = await testHost({ script: untilStopped, service: priced, config: { limits } });
    const { session_id } = await host.run("go");
    await host.service.workspaces.putConfig(admin, host.workspaceId, {
      limits: { ...limits, max_cost_usd: 0.3 },
    });
    const next = await host.run("go on", { session_id });
    expect(next).toMatchObject({ reason: "budget_reached", stats: { steps: 6, cost_usd: 0.31 } });
    expect((await host.session(session_id)).usage).toMatchObject({ steps: 9, cost_usd: 0.44 });
  });

  it("is only ever lowered by a call", async () => {
    await using host = await testHost({ script: untilStopped, service: priced, config: { limits } });
    await expect(host.send("go", { limits: { max_cost_usd: 0.2 } })).rejects.toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "#/limits/max_cost_usd" }],
    });
    expect(await host.run("go", { limits: { max_cost_usd: 0.05 } })).toMatchObject({ stats: { steps: 2 } });
  });

  it("is refused where the price is not known, in a config and in a call", async () => {
    await using host = await testHost({ script: untilStopped });
    const refused = { code: "price_unknown", errors: [{ pointer: "#/limits/max_cost_usd" }] };
    const { workspaces } = host.service;
    await expect(workspaces.putConfig(admin, host.workspaceId, { limits })).rejects.toMatchObject(refused);
    await expect(workspaces.create(admin, { name: "other", config: { limits } })).rejects.toMatchObject({
      code: "price_unknown",
      errors: [{ pointer: "#/config/limits/max_cost_usd" }],
    });
    await expect(host.send("go", { limits: { max_cost_usd: 1 } })).rejects.toMatchObject(refused);
    const template = { name: "limited", config: { limits: { max_cost_usd: 1 } } };
    await expect(host.service.templates.create(admin, template)).rejects.toMatchObject({
      code: "price_unknown",
      errors: [{ pointer: "#/config/limits/max_cost_usd" }],
    });
    expect(host.models.requests).toEqual([]);
    const free = await host.run("go", { limits: { max_steps: 1 } });
    expect(free.stats.cost_usd).toBeNull();
  });

  it("is refused when the host no longer knows the price, and the turn is not begun", async () => {
    const known = { now: true };
    const lookup = () => (known.now ? prices : null);
    await using host = await testHost({
      script: untilStopped,
      service: { prices: lookup },
      config: { limits },
    });
    known.now = false;
    await expect(host.send("go")).rejects.toMatchObject({ code: "price_unknown" });
    expect(host.models.requests).toEqual([]);
  });

  it("ends a running turn before the next step when its model has no price any more", async () => {
    const known = { now: true };
    await using host = await testHost({
      script: (request, index) => {
        known.now = index === 0;
        return untilStopped(request, index);
      },
      service: { prices: () => (known.now ? prices : null) },
      command: () => {
        known.now = false;
        return Promise.resolve({});
      },
      config: { limits },
    });
    expect(await host.run("go")).toMatchObject({
      status: "failed",
      reason: "model_error",
      error: {
        code: "price_unknown",
        detail: "limits.max_cost_usd: this host knows no price of the model scripted/model",
      },
      stats: { steps: 1, cost_usd: 0.06 },
    });
    expect(host.models.requests).toHaveLength(1);
  });

  it("counts against the small model's price too", async () => {
    await using host = await testHost({ script: [], service: { prices: () => null } });
    const config = { small_model: "scripted/model", limits };
    await expect(host.service.workspaces.putConfig(admin, host.workspaceId, config)).rejects.toMatchObject({
      code: "price_unknown",
      detail: expect.stringContaining("scripted/model") as string,
    });
  });
});
