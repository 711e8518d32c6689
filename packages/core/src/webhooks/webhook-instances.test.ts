import { describe, expect, it } from "vitest";
import { withMembers } from "../ports/checks/shape.ts";
import type { CompleteStore } from "../ports/store.ts";
import { startedService, stopWithClock, until } from "../test-host.test-support.ts";
import { testStore } from "../testing/index.ts";
import { endpoint, hookHost, type HookHost } from "./webhooks.test-support.ts";

const KEY = { secretKey: "the same on all instances" };

/** Another service on the store of a host. */
async function beside(host: HookHost, store: CompleteStore = host.store) {
  const other = endpoint();
  const { clock } = host;
  const service = await startedService({
    store: { ...store, start: async () => {}, close: async () => {} },
    webhooks: { fetch: other.fetch },
    clock,
    ...KEY,
  });
  return {
    endpoint: other,
    [Symbol.asyncDispose]: () => stopWithClock(service, clock),
  };
}

describe("two instances on one store", () => {
  it("send each delivery once between them", async () => {
    await using host = await hookHost(KEY);
    await using other = await beside(host);
    const hooks = [await host.hook(), await host.hook(), await host.hook()];
    for (let count = 0; count < 4; count++) {
      await host.turn();
      await host.clock.advance(500);
    }
    for (const { id } of hooks)
      await until(async () => (await host.deliveries(id)).every(({ status }) => status === "delivered"));
    const ids = [...host.endpoint.sent, ...other.endpoint.sent].map(({ headers }) => headers["webhook-id"]);
    expect(ids).toHaveLength(12);
    expect(new Set(ids).size).toBe(12);
  });

  it("lose nothing of one that dies while it sends", async () => {
    const store = testStore();
    let isDead = false;
    const deliveries = withMembers(store.webhooks.deliveries, {
      async claim(options) {
        if (isDead) throw new Error("killed");
        return store.webhooks.deliveries.claim(options);
      },
    });
    const webhooks = withMembers(store.webhooks, { deliveries });
    const dying = { ...store, webhooks };
    await using host = await hookHost({ ...KEY, store: dying });
    // It never receives an answer, and so never writes again.
    host.endpoint.answer(() => new Promise(() => {}));
    const { id } = await host.hook();
    await host.turn();
    await until(() => host.endpoint.sent.length === 1);
    isDead = true;
    await using other = await beside(host, store);
    await host.clock.advance(10_000);
    expect(other.endpoint.sent).toHaveLength(0);
    host.clock.jump(60_000);
    await host.clock.advance(2_000);
    await until(() => other.endpoint.sent.length === 1);
    expect(other.endpoint.sent[0]?.headers["webhook-id"]).toBe(host.endpoint.sent[0]?.headers["webhook-id"]);
    await until(async () => (await host.deliveries(id))[0]?.status === "delivered");
  });

  it("hand on what one of them was sending when it was stopped", async () => {
    const host = await hookHost({ ...KEY, store: { ...testStore(), close: async () => {} } });
    host.endpoint.answer(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(new Error("aborted")));
        }),
    );
    await host.hook();
    await host.turn();
    await until(() => host.endpoint.sent.length === 1);
    await host[Symbol.asyncDispose]();
    await using other = await beside(host);
    await until(() => other.endpoint.sent.length === 1);
    expect(other.endpoint.sent).toHaveLength(1);
  });
});

describe("a tenant without webhooks", () => {
  it("costs its turns no look at the store where one process uses it", async () => {
    let looks = 0;
    const { cluster: _, ...store } = testStore();
    const counted = {
      ...store,
      transaction: ((work) =>
        store.transaction((repositories) =>
          work({
            ...repositories,
            webhooks: {
              ...repositories.webhooks,
              listEnabled: (tenant) => {
                looks += 1;
                return repositories.webhooks.listEnabled(tenant);
              },
            },
          }),
        )) satisfies typeof store.transaction,
    };
    await using host = await hookHost({ store: counted });
    for (let count = 0; count < 3; count++) await host.turn();
    expect(looks).toBe(1);
    const { id } = await host.hook();
    await host.turn();
    await until(async () => (await host.deliveries(id))[0]?.status === "delivered");
    expect(looks).toBe(2);
  });
});
