import { expect, it } from "vitest";
import type { ModelPrices } from "../domain/prices/model-prices.ts";
import type { Policy } from "../ports/policy.ts";
import { systemClock, type Clock } from "../ports/clock.ts";
import { memoryStore } from "../memory/index.ts";
import { fakeClock, testStore } from "../testing/index.ts";
import { admin, bash, testHost, until, untilStatus } from "../test-host.test-support.ts";
import { withMembers } from "../ports/checks/shape.ts";

const small = { ...admin, id: "small", tenant: "small" };
const prices: ModelPrices = { input: 1, output: 1_000, cache_read: 0, cache_write: 0 };
/** Reading takes no time by this clock, so that no sum is kept. */
const clock: Clock = { ...systemClock, monotonic: () => 0 };
/** Each step costs 0.06 dollars. */
const untilStopped = (request: { readonly tools: readonly unknown[] }) => ({
  ...(request.tools.length > 0 ? { toolCalls: [bash("true")] } : { text: "Spent." }),
  usage: { input_tokens: 0, output_tokens: 60 },
});
const ofSmall = (policy: Policy) => ({
  policy: ({ tenant }: { readonly tenant: string }): Policy => (tenant === "small" ? policy : {}),
});

it("a budget of a tenant ends running turns, refuses messages with 402, and begins again with the month", async () => {
  let now = Date.parse("2026-03-30T12:00:00Z");
  await using host = await testHost({
    script: untilStopped,
    service: {
      ...ofSmall({ max_month_cost_usd: 0.2 }),
      prices: { "scripted/model": prices },
      // A shared store has a clock of its own, by which its months begin.
      store: memoryStore(),
      clock: { ...clock, now: () => now },
    },
  });
  const { workspaces, chat } = host.service;
  const { id } = await workspaces.create(small, { name: "first" });
  const send = async (workspaceId: string) => {
    const turn = await chat.send(small, workspaceId, { message: "go" });
    return await chat.result(small, workspaceId, turn, { seconds: 60 });
  };
  const first = await send(id);
  // Three steps are below the budget, the fourth reaches it, and the last has no tools.
  expect(first).toMatchObject({ reason: "budget_reached", final_message: "Spent.", stats: { steps: 5 } });
  const reached = { code: "budget_reached", detail: "The budget for 2026-03 is used up." };
  await expect(chat.send(small, id, { message: "more" })).rejects.toMatchObject(reached);
  // Deleting a workspace gives nothing back.
  await workspaces.delete(small, id);
  const { id: second } = await workspaces.create(small, { name: "second" });
  await expect(chat.send(small, second, { message: "more" })).rejects.toMatchObject(reached);
  // Another tenant has a budget of its own, or none.
  expect(await host.run("go", { limits: { max_steps: 3 } })).toMatchObject({ reason: "max_steps" });

  now = Date.parse("2026-04-01T00:00:00Z");
  expect(await send(second)).toMatchObject({ reason: "budget_reached", stats: { steps: 5 } });
});

it("a repeat with its idempotency key is answered although the budget is used up meanwhile", async () => {
  await using host = await testHost({
    script: untilStopped,
    service: { ...ofSmall({ max_month_cost_usd: 0.01 }), prices: { "scripted/model": prices }, clock },
  });
  const { workspaces, chat } = host.service;
  const { id } = await workspaces.create(small, { name: "test" });
  const sent = () => chat.send(small, id, { message: "go" }, { idempotencyKey: "once" });
  const turn = await sent();
  await chat.result(small, id, turn, { seconds: 60 });
  await expect(chat.send(small, id, { message: "go" })).rejects.toMatchObject({ code: "budget_reached" });
  expect(await sent()).toMatchObject({ turn_id: turn.turn_id, replayed: true });
});

it("a turn that was queued before the budget was used up costs nothing", async () => {
  await using host = await testHost({
    script: untilStopped,
    service: { policy: { max_month_cost_usd: 0.05 }, prices: { "scripted/model": prices }, clock },
  });
  const first = await host.send("go");
  const second = await host.send("go on", { session_id: first.session_id });
  const { chat } = host.service;
  const ends = [first, second].map((turn) => chat.result(admin, host.workspaceId, turn, { seconds: 30 }));
  const [spent, unspent] = await Promise.all(ends);
  expect(spent).toMatchObject({ reason: "budget_reached", stats: { steps: 2 } });
  expect(unspent).toMatchObject({ status: "completed", reason: "budget_reached", stats: { steps: 0 } });
  expect(host.models.requests).toHaveLength(2);
});

it("a subagent stops at the budget of the tenant as its parent does", async () => {
  await using host = await testHost({
    script: (request, index) =>
      index === 0
        ? {
            toolCalls: [{ name: "task", arguments: { description: "look", prompt: "look around" } }],
            usage: { input_tokens: 0, output_tokens: 60 },
          }
        : untilStopped(request),
    service: { policy: { max_month_cost_usd: 0.2 }, prices: { "scripted/model": prices }, clock },
  });
  const result = await host.run("go");
  expect(result).toMatchObject({ reason: "budget_reached" });
  // One step of the parent, three of the subagent, and a last one without tools of each.
  expect(host.models.requests.map(({ tools }) => tools.length > 0)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
});

it.each(["command runs", "summary stalls"] as const)(
  "a turn whose time is over while its %s ends although the budget is used up",
  async (held) => {
    const clock = fakeClock();
    let asked = 0;
    const policy = (): Policy => {
      asked += 1;
      if (asked > 500) throw new Error("The turn goes on and on.");
      return { max_month_cost_usd: 0.05 };
    };
    await using host = await testHost({
      script: (request, index) =>
        held === "summary stalls" && index === 1
          ? { text: "I have", stall: { after: 1 } }
          : untilStopped(request),
      ...(held === "command runs" && { command: () => new Promise(() => {}) }),
      service: { policy, prices: { "scripted/model": prices }, clock },
    });
    const turn = await host.send("go", { limits: { max_turn_seconds: 1 } });
    await until(
      () => (held === "command runs" ? host.sandbox.commands.length : host.models.requests.length - 1) === 1,
    );
    await untilStatus(host, turn.session_id, "idle", { clock });
    const result = await host.service.chat.result(admin, host.workspaceId, turn, { seconds: 20 });
    expect(result).toMatchObject({ reason: "max_time", status: "completed", final_message: "Spent." });
  },
);

it("models without a price are refused to a tenant with a budget, in configs and for older configs", async () => {
  let policy: Policy = {};
  await using host = await testHost({ script: untilStopped, service: { policy: () => policy } });
  policy = { max_month_cost_usd: 5 };
  const detail = "model: this host knows no price of the model scripted/model";
  await expect(host.send("go")).rejects.toMatchObject({ code: "price_unknown", detail });
  await expect(host.service.workspaces.create(admin, { name: "new" })).rejects.toMatchObject({
    code: "price_unknown",
    errors: [{ pointer: "#/config/model" }],
  });
});

it("the sum of a month is not read at each step where reading it takes long", async () => {
  let [now, reads, costs] = [0, 0, 20];
  const store = testStore();
  const counting = {
    ...store,
    usage: {
      ...store.usage,
      async costSince() {
        reads += 1;
        now += costs;
        return 0;
      },
    },
  };
  await using host = await testHost({
    script: untilStopped,
    service: {
      store: withMembers(store, counting),
      policy: { max_month_cost_usd: 5 },
      prices: { "scripted/model": prices },
      clock: { ...systemClock, monotonic: () => now },
    },
  });
  await host.run("go", { limits: { max_steps: 5 } });
  expect(reads).toBe(1);
  now += 1_000;
  await host.run("go", { limits: { max_steps: 5 } });
  expect(reads).toBe(2);
  // A reading that waited long is not used for longer.
  costs = 10_000;
  now += 1_000;
  await host.run("go", { limits: { max_steps: 5 } });
  now += 5_000;
  await host.run("go", { limits: { max_steps: 5 } });
  expect(reads).toBe(4);
});
