import { Webhook as Verifier } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import type { Principal } from "../domain/principals/principal.ts";
import { withMembers } from "../ports/checks/shape.ts";
import { admin, until } from "../test-host.test-support.ts";
import { testStore } from "../testing/index.ts";
import { hookHost, type HookHost } from "./webhooks.test-support.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Waits for the one delivery of a webhook to be in a state. */
async function untilDelivery(host: HookHost, webhookId: string, state: object): Promise<void> {
  await until(async () => {
    const [delivery] = await host.deliveries(webhookId);
    return Object.entries(state).every(
      ([name, value]) => delivery !== undefined && new Map(Object.entries(delivery)).get(name) === value,
    );
  });
}

describe("a webhook", () => {
  it("receives the end of a turn, signed so that receivers can verify it", async () => {
    await using host = await hookHost();
    const { id, secret } = await host.hook();
    await host.turn();
    await untilDelivery(host, id, { status: "delivered", attempts: 1, response_status: 204 });
    const [sent] = host.endpoint.sent;
    if (sent === undefined) throw new Error("Nothing was sent.");
    const at = new Date(Number(sent.headers["webhook-timestamp"]) * 1000);
    const expected = new Verifier(secret).sign(sent.headers["webhook-id"] ?? "", at, sent.body);
    expect(sent.headers["webhook-signature"]).toBe(expected);
    const [delivery] = await host.deliveries(id);
    expect(sent.headers["webhook-id"]).toBe(delivery?.id);
    expect(JSON.parse(sent.body)).toEqual(delivery?.message);
    expect(delivery?.message).toMatchObject({
      type: "turn.ended",
      data: { workspace_id: host.workspaceId, turn: { status: "completed", stop_reason: "end_turn" } },
    });
    expect(JSON.stringify(await host.service.webhooks.list(admin, {}))).not.toContain(secret);
  });

  it("receives only its events and workspaces", async () => {
    await using host = await hookHost();
    const other = await host.service.workspaces.create(admin, { name: "other" });
    const told = await host.hook({ workspace_ids: [host.workspaceId] });
    const silent = [
      await host.hook({ events: ["request.opened"] }),
      await host.hook({ workspace_ids: [other.id] }),
      await host.hook({ enabled: false }),
    ];
    await host.turn();
    await untilDelivery(host, told.id, { status: "delivered" });
    for (const { id } of silent) expect(await host.deliveries(id)).toEqual([]);
  });

  it("that was narrowed sends nothing more of other workspaces, and shows them to nobody who is bound", async () => {
    await using host = await hookHost();
    const { webhooks } = host.service;
    const other = await host.service.workspaces.create(admin, { name: "other" });
    host.endpoint.answer(() => new Response("no", { status: 500 }));
    const { id } = await host.hook();
    await host.turn();
    await untilDelivery(host, id, { status: "pending", attempts: 1 });
    const [delivery] = await host.deliveries(id);
    if (delivery === undefined) throw new Error("There is no delivery.");
    await webhooks.update(admin, id, { workspace_ids: [other.id] });

    const bound: Principal = { ...admin, id: "tok_1", kind: "token", workspace_ids: [other.id] };
    expect((await webhooks.get(bound, id)).workspace_ids).toEqual([other.id]);
    expect((await webhooks.deliveries(bound, id, {})).items).toEqual([]);
    await expect(webhooks.replay(bound, id, delivery.id)).rejects.toMatchObject({ code: "not_found" });
    expect(await host.deliveries(id)).toHaveLength(1);
    await expect(webhooks.replay(admin, id, delivery.id)).rejects.toMatchObject({ code: "invalid_request" });

    host.clock.jump(HOUR);
    await host.clock.advance(2_000);
    await untilDelivery(host, id, {
      status: "failed",
      attempts: 1,
      error: "The webhook no longer tells of this workspace.",
    });
    expect(host.endpoint.sent).toHaveLength(1);
  });

  it("gets what failed again, later and later for a good day, with the same id", async () => {
    await using host = await hookHost();
    host.endpoint.answer(() => new Response("no", { status: 500 }));
    const { id } = await host.hook();
    await host.turn();
    const waits = [5_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];
    for (const [index, wait] of waits.entries()) {
      await untilDelivery(host, id, { attempts: index + 1, response_status: 500 });
      const [delivery] = await host.deliveries(id);
      const { next_attempt_at, last_attempt_at } = delivery ?? {};
      expect(Date.parse(next_attempt_at ?? "") - Date.parse(last_attempt_at ?? "")).toBe(wait);
      host.clock.jump(wait);
      await host.clock.advance(2_000);
    }
    await untilDelivery(host, id, { status: "failed", attempts: 8, next_attempt_at: null });
    expect(new Set(host.endpoint.sent.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    host.endpoint.answer(() => new Response(null, { status: 200 }));
    const [delivery] = await host.deliveries(id);
    await host.service.webhooks.replay(admin, id, delivery?.id ?? "");
    await untilDelivery(host, id, { status: "delivered", attempts: 9, error: null });
    expect(await host.service.webhooks.get(admin, id)).toMatchObject({ enabled: true, failing_since: null });
  });

  it.each([
    ["120", 120_000],
    ["nonsense", 5_000],
    ["999999999", DAY],
  ])("waits as long as Retry-After: %s asks for", async (header, wait) => {
    await using host = await hookHost();
    host.endpoint.answer(() => new Response(null, { status: 503, headers: { "retry-after": header } }));
    const { id } = await host.hook();
    await host.turn();
    await untilDelivery(host, id, { attempts: 1 });
    const [delivery] = await host.deliveries(id);
    expect(Date.parse(delivery?.next_attempt_at ?? "") - host.clock.now()).toBe(wait);
  });

  it("is turned off by 410 at once, and by failing for five days", async () => {
    await using host = await hookHost();
    host.endpoint.answer(() => new Response(null, { status: 410 }));
    const gone = await host.hook();
    await host.turn();
    await untilDelivery(host, gone.id, { status: "failed", response_status: 410 });
    expect(await host.service.webhooks.get(admin, gone.id)).toMatchObject({
      enabled: false,
      disabled_reason: "gone",
    });
    host.endpoint.answer(() => new Response(null, { status: 302, headers: { location: "/else" } }));
    const failing = await host.hook();
    await host.turn();
    await untilDelivery(host, failing.id, { attempts: 1, response_status: 302 });
    host.clock.jump(5 * DAY);
    await host.clock.advance(2_000);
    await untilDelivery(host, failing.id, { attempts: 2 });
    const off = await host.service.webhooks.get(admin, failing.id);
    expect(off).toMatchObject({ enabled: false, disabled_reason: "failing" });
    host.clock.jump(HOUR);
    await host.clock.advance(2_000);
    await untilDelivery(host, failing.id, {
      status: "failed",
      attempts: 2,
      error: "The webhook is disabled.",
    });
    const on = await host.service.webhooks.update(admin, failing.id, { enabled: true });
    expect(on).toMatchObject({ enabled: true, disabled_reason: null, failing_since: null });
  });

  it.each([410, 500])("stays enabled if an address that it no longer has answers %i", async (status) => {
    await using host = await hookHost();
    const { webhooks } = host.service;
    const moved = "https://hooks.test/moved";
    host.endpoint.answer(() => new Response(null, { status: 500 }));
    const { id } = await host.hook();
    await host.turn();
    await untilDelivery(host, id, { attempts: 1 });
    host.clock.jump(5 * DAY);
    host.endpoint.answer(async ({ url }) => {
      if (url === moved) return new Response(null, { status: 204 });
      await webhooks.update(admin, id, { url: moved });
      return new Response(null, { status });
    });
    await host.clock.advance(2_000);
    await untilDelivery(host, id, { attempts: 2, response_status: status });
    expect(await webhooks.get(admin, id)).toMatchObject({ url: moved, enabled: true, failing_since: null });
    host.clock.jump(5 * MINUTE);
    await host.clock.advance(2_000);
    await untilDelivery(host, id, { status: "delivered", attempts: 3 });
  });

  it("tells in words what went wrong, and no more", async () => {
    await using host = await hookHost();
    const { id } = await host.hook();
    const refused = new Error("connect 10.0.0.7", {
      cause: { [Symbol.for("workspace-agent.private-address-error")]: true },
    });
    const failures: readonly (readonly [() => Promise<Response>, RegExp])[] = [
      [() => Promise.reject(refused), /not at an address that this host lets webhooks reach/],
      [() => Promise.reject(new Error("ECONNREFUSED 10.0.0.7")), /could not be reached/],
    ];
    for (const [answer, error] of failures) {
      host.endpoint.answer(answer);
      const before = (await host.deliveries(id)).length;
      await host.turn();
      await until(async () => {
        const [delivery] = await host.deliveries(id);
        return (await host.deliveries(id)).length > before && delivery?.attempts === 1;
      });
      const [delivery] = await host.deliveries(id);
      expect(delivery).toMatchObject({
        response_status: null,
        error: expect.stringMatching(error) as unknown,
      });
      expect(JSON.stringify(delivery)).not.toContain("10.0.0.7");
    }
  });

  it("does not wait forever", async () => {
    await using host = await hookHost();
    const hang = ({ signal }: { readonly signal: AbortSignal }) =>
      new Promise<Response>((_, reject) => {
        signal.addEventListener("abort", () => reject(new Error("aborted")));
      });
    host.endpoint.answer(hang);
    const { id } = await host.hook();
    await host.turn();
    await until(() => host.endpoint.sent.length === 1);
    await host.clock.advance(20_000);
    await untilDelivery(host, id, { attempts: 1, error: "The endpoint did not answer within 20 s." });
  });

  it("has received what an endpoint accepts whose body does not end", async () => {
    await using host = await hookHost();
    const answered = Promise.withResolvers<null>();
    host.endpoint.answer(() => {
      answered.resolve(null);
      return new Response(new ReadableStream(), { status: 200 });
    });
    const { id } = await host.hook();
    await host.turn();
    await answered.promise;
    await host.clock.advance(20_000);
    await untilDelivery(host, id, { attempts: 1, status: "delivered", response_status: 200 });
  });

  it("that is slow gets no more than four deliveries at once", async () => {
    const store = testStore();
    let claiming: Promise<unknown> = Promise.resolve();
    const deliveries = withMembers(store.webhooks.deliveries, {
      async claim(options) {
        await claiming;
        return store.webhooks.deliveries.claim(options);
      },
    });
    await using host = await hookHost({
      store: { ...store, webhooks: withMembers(store.webhooks, { deliveries }) },
    });
    host.endpoint.answer(() => new Promise(() => {}));
    const { id } = await host.hook();
    for (let count = 0; count < 3; count++) await host.turn();
    await until(() => host.endpoint.sent.length === 3);
    const { promise, resolve } = Promise.withResolvers<null>();
    claiming = promise;
    for (let count = 0; count < 4; count++) await host.turn();
    await until(async () => (await host.deliveries(id)).length === 7);
    resolve(null);
    await until(() => host.endpoint.sent.length > 3);
    await host.clock.advance(2_000);
    expect(host.endpoint.sent).toHaveLength(4);
  });
});

describe("a rotated secret", () => {
  it("signs beside the one before, until that one's time is over", async () => {
    await using host = await hookHost();
    const first = await host.hook();
    const rotated = await host.service.webhooks.rotateSecret(admin, first.id, {
      previous_valid_seconds: 3600,
    });
    expect(Date.parse(rotated.previous_valid_until ?? "") - host.clock.now()).toBe(HOUR);
    const signers = async () => {
      const before = host.endpoint.sent.length;
      await host.turn();
      await until(() => host.endpoint.sent.length > before);
      const sent = host.endpoint.sent.at(-1);
      if (sent === undefined) throw new Error("Nothing was sent.");
      const { headers, body } = sent;
      const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
      const signatures = headers["webhook-signature"]?.split(" ") ?? [];
      return [rotated.secret, first.secret].map((secret) =>
        signatures.includes(new Verifier(secret).sign(headers["webhook-id"] ?? "", at, body)),
      );
    };
    expect(await signers()).toEqual([true, true]);
    host.clock.jump(HOUR);
    expect(await signers()).toEqual([true, false]);
    const last = await host.service.webhooks.rotateSecret(admin, first.id, { previous_valid_seconds: 0 });
    expect(last.previous_valid_until).toBeNull();
    expect(await signers()).toEqual([false, false]);
  });
});
