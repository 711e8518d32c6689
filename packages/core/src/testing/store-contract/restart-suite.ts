import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SessionRecord } from "../../domain/sessions/session.ts";
import type { SharedStore, Store } from "../../ports/store.ts";
import { aBatch, aBatchItem } from "./batch-records.ts";
import { givenLibrary, givenSession, givenWorkspace, reread } from "./given.ts";
import { aMessage, anEvent, aRequest, aServiceToken, aTurn, unique } from "./records.ts";
import { aUsageRow } from "./usage-suite.ts";
import type { MakeStore, StorePart, StoreUnderTest } from "./store-under-test.ts";
import { aSchedule, aScheduleRun } from "./schedule-records.ts";
import { aSessionTrees, aSnapshot } from "./snapshot-records.ts";
import { aWebhook } from "./webhook-records.ts";
import { givenWorkingCopy } from "./working-copy-records.ts";

const A_MINUTE = 60_000;

/** What is written to a part, and the check that it is there after a restart. */
type Written = (
  store: SharedStore,
  session: SessionRecord,
) => Promise<(restarted: SharedStore) => Promise<void>>;

const WRITTEN: { readonly [Part in StorePart]?: Written } = {
  async serviceTokens(store, { tenant }) {
    const token = aServiceToken({ tenant });
    await store.serviceTokens.insert(token);
    return async ({ serviceTokens }) => expect(await serviceTokens.findByHash(token.hash)).toEqual(token);
  },
  async signIns(store, { tenant }) {
    const cookie = { hash: unique(), tenant, user_id: "user_1", expires_at: 100 };
    const code = unique();
    await store.signIns.insertSession(cookie);
    await store.signIns.insertCode(code, 100);
    return async ({ signIns }) => {
      expect(await signIns.findSession(cookie.hash, 0)).toEqual(cookie);
      expect(await signIns.consumeCode(code, 0)).toBe(true);
    };
  },
  async library(store, { tenant }) {
    const prompt = await givenLibrary(store, { tenant });
    const changed = { ...prompt, version: 2, content: "{}" };
    await store.library.save([changed]);
    return async ({ library }) => {
      expect(await library.list(tenant, "prompt", { limit: 9 })).toEqual([changed]);
      expect(await library.versions(tenant, prompt.id, { limit: 9 })).toHaveLength(2);
    };
  },
  async blobs(store, { tenant, id }) {
    const blob = { hash: unique(), bytes: Uint8Array.of(0, 255) };
    await store.blobs.put(tenant, id, [blob]);
    return async ({ blobs }) => expect(await blobs.get(tenant, blob.hash)).toEqual(blob.bytes);
  },
  async eventFeed(store, { id }) {
    await store.eventFeed.collect([id], 1);
    const head = await store.eventFeed.head();
    return async ({ eventFeed }) => expect(await eventFeed.head()).toBe(head);
  },
  async usage(store, { tenant, workspace_id, id }) {
    const used = aUsageRow({ steps: 1, cost_usd: 0.1 });
    await store.usage.add(tenant, workspace_id, id, [used]);
    return async ({ usage }) => expect(await usage.list(tenant, workspace_id)).toEqual([used]);
  },
  async schedules(store, { tenant, workspace_id }) {
    const schedule = aSchedule({ tenant, id: workspace_id }, { due_at: 5 });
    const run = aScheduleRun(schedule);
    await store.schedules.insert(schedule);
    await store.schedules.runs.add([run]);
    return async ({ schedules }) => {
      expect(await schedules.get(tenant, workspace_id, schedule.id)).toEqual(schedule);
      expect(await schedules.runs.list(tenant, schedule.id, { limit: 9 })).toEqual([run]);
    };
  },
  async batches(store, { tenant, workspace_id }) {
    const batch = aBatch({ tenant, workspace_id, snapshot_id: "snp_1", due_at: 5 });
    const item = aBatchItem(batch, { status: "running", turn_id: "turn_1" });
    await store.batches.insert(batch);
    await store.batches.items.add([item]);
    return async ({ batches }) => {
      expect(await batches.get(tenant, batch.id)).toEqual(batch);
      expect(await batches.usesSnapshot(tenant, "snp_1")).toBe(true);
      expect(await batches.items.get(tenant, batch.id, 0)).toEqual(item);
    };
  },
  async snapshots(store, { tenant, workspace_id, id }) {
    const snapshot = aSnapshot({ tenant, id: workspace_id }, { session_id: id });
    const ended = { end_root: "root_2", objects: ["b"] };
    const trees = aSessionTrees({ tenant, workspace_id, id });
    await store.snapshots.sessions.insert(trees, ["a"]);
    await store.snapshots.insert(snapshot, ["a"]);
    await store.snapshots.end(tenant, workspace_id, snapshot.id, ended);
    return async ({ snapshots }) => {
      const needs = [{ record: { ...snapshot, end_root: "root_2" }, objects: ["a", "b"] }];
      expect(await snapshots.needs(tenant, workspace_id)).toEqual(needs);
      expect(await snapshots.sessions.get(tenant, workspace_id, id)).toEqual(trees);
    };
  },
  async workingCopies(store, { tenant, workspace_id }) {
    const record = await givenWorkingCopy(store, { tenant, id: workspace_id }, {}, ["a"]);
    return async ({ workingCopies }) => {
      expect(await workingCopies.get(tenant, workspace_id)).toMatchObject({ record });
      expect(await workingCopies.objects(tenant, workspace_id)).toEqual(["a"]);
    };
  },
  async webhooks(store, { tenant }) {
    const webhook = aWebhook({ tenant });
    await store.webhooks.insert(webhook);
    return async ({ webhooks }) => expect(await webhooks.get(tenant, webhook.id)).toEqual(webhook);
  },
  async containers(store, { placement }) {
    const record = await store.containers.claim(placement, "ws_1");
    return async ({ containers }) => expect(await containers.list(placement)).toEqual([record]);
  },
  async cluster(store, { tenant }) {
    await store.cluster.counters.add(tenant, "key", 3, { ms: 100, now: 1 });
    return async ({ cluster }) =>
      expect(await cluster.counters.add(tenant, "key", 1, { ms: 100, now: 2 })).toEqual({
        count: 4,
        resetsAt: 101,
      });
  },
};

export function restartSuite(makeStore: MakeStore, parts: readonly StorePart[]): void {
  describe("a store that is started again", () => {
    let made: StoreUnderTest;
    let store: Store;

    beforeEach(async () => {
      made = await makeStore();
      store = made.store;
      await store.start();
    });
    afterEach(async () => {
      await store.close();
      await made.remove?.();
    });

    async function restart(): Promise<void> {
      await store.close();
      store = made.reopen === undefined ? store : await made.reopen();
      await store.start();
    }

    it("frees the keys of requests that had not ended, unless other instances may run them", async () => {
      const key = { id: unique(), tenant: unique(), fingerprint: "f", answer: null, created_at: 1 };
      const ended = { ...key, id: unique(), answer: "{}" };
      for (const record of [key, ended]) await store.idempotency.insert(record);
      await restart();
      if (store.cluster !== undefined) expect(await store.idempotency.get(key.tenant, key.id)).toEqual(key);
      else expect(await store.idempotency.get(key.tenant, key.id)).toBeNull();
      expect(await store.idempotency.get(key.tenant, ended.id)).toEqual(ended);
    });

    it("keeps everything", async () => {
      const session = await givenSession(store);
      const { tenant, id, workspace_id } = session;
      const [turn, event, message] = [aTurn(id), anEvent(id, 1), aMessage(id, 1)];
      const key = { id: "key", tenant, fingerprint: "f", answer: "{}", created_at: 1 };
      const workspace = await store.workspaces.get(tenant, workspace_id);
      await store.turns.save(tenant, turn);
      await store.events.append(tenant, id, [event]);
      await store.messages.append(tenant, id, [message]);
      await store.idempotency.insert(key);
      const checks = [];
      for (const part of parts) checks.push(await WRITTEN[part]?.(store as SharedStore, session));

      await restart();

      expect(await store.workspaces.get(tenant, workspace_id)).toEqual(workspace);
      expect(await reread(store, session)).toEqual(session);
      expect(await store.turns.get(tenant, id, turn.turn.id)).toEqual(turn);
      expect(await store.events.page(tenant, id, { after: 0, limit: 10 })).toEqual([event]);
      expect(await store.messages.page(tenant, id, { after: 0, limit: 10 })).toEqual([message]);
      expect(await store.idempotency.get(tenant, "key")).toEqual(key);
      for (const check of checks) await check?.(store as SharedStore);
    });

    it("ends all leases and keeps their owners, unless other instances may hold them", async () => {
      const workspace = await givenWorkspace(store);
      const { placement } = workspace;
      await givenSession(store, { state: { status: "running" } }, workspace);
      const options = { leaseMs: A_MINUTE, limit: 1, placements: [placement] };
      const [claimed] = await store.sessions.claim({ ...options, owner: "inst_a" });
      if (claimed === undefined) throw new Error("Nothing was claimed.");
      const { previous_owner: _, ...held } = claimed;
      const waiting = await givenSession(store, { state: { status: "queued" } }, workspace);

      await restart();

      const lease = { session_id: held.id, epoch: held.epoch };
      if (store.cluster !== undefined) {
        expect(await reread(store, held)).toEqual(held);
        expect(await store.sessions.renew("inst_a", [lease], A_MINUTE)).toEqual([held.id]);
        return;
      }
      expect(await reread(store, held)).toEqual({ ...held, lease_until: 0 });
      expect(await store.sessions.renew("inst_a", [lease], A_MINUTE)).toEqual([]);
      const [first] = await store.sessions.claim({ ...options, owner: "inst_b" });
      expect(first).toMatchObject({
        id: held.id,
        owner: "inst_b",
        epoch: held.epoch + 1,
        previous_owner: "inst_a",
      });
      const [second] = await store.sessions.claim({ ...options, owner: "inst_b" });
      expect(second).toMatchObject({ id: waiting.id, previous_owner: null });
    });

    it("makes a session that waits for people no work before its first request expires", async () => {
      const now = await store.now();
      const pending_requests = [aRequest(now + 60 * A_MINUTE)];
      const { placement } = await givenSession(store, {
        owner: "inst_a",
        epoch: 1,
        lease_until: now + A_MINUTE,
        state: { status: "waiting", pending_requests },
      });
      await restart();
      const options = { owner: "inst_b", leaseMs: A_MINUTE, limit: 1, placements: [placement] };
      expect(await store.sessions.claim(options)).toEqual([]);
    });
  });
}
