import type { ClusterStore, CompleteRepositories } from "@workspace-agent/core/ports";
import type { SessionRecord } from "@workspace-agent/core/schemas";
import { aMessage, anEvent, aServiceToken, aSession, aTurn, aWorkspace } from "@workspace-agent/core/testing";
import { isPrepared, sqlCluster, sqlRepositories } from "@workspace-agent/store-sql";
import type { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postgresSqlDialect } from "../postgres-sql-dialect.ts";
import { fillTables } from "./large-database.ts";
import { recordedDatabase, type RecordedDatabase } from "./recorded-database.ts";
import { MIGRATED_SCHEMA } from "./test-database.ts";

const page = { limit: 20 };
const [ws, ses, prm, bat] = ["ws_0000007", "ses_0000007", "prm_0000007", "bat_0000007"];
const workspace = aWorkspace({ id: ws, tenant: "t", placement: "place" });
const session: SessionRecord = aSession(workspace, { id: ses });
const lease = { owner: "inst_a", leaseMs: 1_000, limit: 8, placements: ["place"] };
const row = {
  day: "2026-01-01",
  model: "m",
  turns: 1,
  steps: 1,
  tool_calls: 1,
  input_tokens: 1,
  output_tokens: 1,
};
const used = { ...row, cache_read_tokens: 1, cache_write_tokens: 1, cost_usd: 1, duration_ms: 1 };

interface Called extends CompleteRepositories {
  readonly cluster: Omit<ClusterStore, "publish" | "subscribe">;
}

/** Calls that have to stay as fast in a large store as in a small one. */
const CALLS: readonly (readonly [name: string, call: (repositories: Called) => Promise<unknown>])[] = [
  ["a workspace", (s) => s.workspaces.get("t", ws)],
  ["the list of workspaces", (s) => s.workspaces.list("t", page)],
  ["a later page of it", (s) => s.workspaces.list("t", { ...page, before: "ws_0001000" })],
  ["a search in it", (s) => s.workspaces.list("t", { ...page, search: "name" })],
  ["workspaces by a label", (s) => s.workspaces.list("t", { ...page, label: { key: "k", value: "v7" } })],
  ["a change of a workspace", (s) => s.workspaces.update("t", ws, { updated_at: 1 })],
  ["the counts of its sessions", (s) => s.workspaces.countSessions("t", [ws, "ws_0000008"])],
  ["workspaces that are being deleted", (s) => s.workspaces.listDeleting()],
  ["all workspaces", (s) => s.workspaces.listAll({ limit: 20, after: "ws_0001000" })],
  ["the removal of a workspace", (s) => s.workspaces.delete("t", "ws_0001999")],
  ["a session", (s) => s.sessions.get("t", ws, ses)],
  ["the list of sessions", (s) => s.sessions.list("t", ws, page)],
  ["sessions by metadata", (s) => s.sessions.list("t", ws, { ...page, metadata: { key: "k", value: "v" } })],
  ["how far sessions have come", (s) => s.cluster.positions([ses, "ses_0000008"])],
  ["the lock of a session", (s) => s.sessions.lock("t", ses)],
  ["the saving of a session", (s) => s.sessions.save(session)],
  ["a claim", (s) => s.sessions.claim(lease)],
  ["a claim for many places", (s) => s.sessions.claim({ ...lease, limit: 64, after: ws })],
  ["a claim within a limit", (s) => s.sessions.claim({ ...lease, limit: 64, workspaceLimit: 1 })],
  ["what an instance is to stop", (s) => s.cluster.interruptRequests("inst_a")],
  ["a sign of life", (s) => s.cluster.instances.beat("inst_a", "place", 1_000)],
  ["who lives", (s) => s.cluster.instances.living()],
  ["what a session keeps running", (s) => s.cluster.background.requestStop("t", ses)],
  ["what is kept running in a workspace", (s) => s.cluster.background.inWorkspace("t", ws)],
  ["what may go on", (s) => s.cluster.background.unstopped("inst_a")],
  ["the claim of one session", (s) => s.sessions.claim({ ...lease, sessionId: "ses_0000100" })],
  ["a claim where nothing can be claimed", (s) => s.sessions.claim({ ...lease, placements: ["other"] })],
  [
    "the renewal of a lease that ran out",
    async (s) => {
      await s.sessions.save({
        ...session,
        state: { ...session.state, status: "running" },
        owner: "inst_a",
        epoch: 1,
        lease_until: 1,
      });
      await s.sessions.renew("inst_a", [{ session_id: ses, epoch: 1 }], 1_000);
    },
  ],
  ["the renewal of leases", (s) => s.sessions.renew("inst_a", [{ session_id: ses, epoch: 1 }], 1_000)],
  ["the removal of a session", (s) => s.sessions.delete("t", "ses_0000009")],
  ["the removal of an idle session", (s) => s.sessions.delete("t", "ses_0000008", { idleSince: 9e12 })],
  ["the saving of a turn", (s) => s.turns.save("t", aTurn(ses))],
  ["a turn", (s) => s.turns.get("t", ses, "turn_0000014")],
  ["the list of turns", (s) => s.turns.list("t", ses, page)],
  ["turns by metadata", (s) => s.turns.list("t", ses, { ...page, metadata: { key: "k", value: "v" } })],
  ["new events", (s) => s.events.append("t", ses, [anEvent(ses, 1_001), anEvent(ses, 1_002)])],
  ["a page of events", (s) => s.events.page("t", ses, { ...page, after: 30 })],
  ["new messages", (s) => s.messages.append("t", ses, [aMessage(ses, 1_001)])],
  ["a page of messages", (s) => s.messages.page("t", ses, { ...page, after: 3 })],
  ["one up to a message", (s) => s.messages.page("t", ses, { ...page, after: 3, through: 7 })],
  ["the messages of a turn", (s) => s.messages.ofTurn("t", ses, "turn_0000014")],
  [
    "deliveries that are due",
    (s) => s.webhooks.deliveries.claim({ now: 500_000, leaseMs: 1, limit: 4, except: ["whk_0000001"] }),
  ],
  ["the list of deliveries", (s) => s.webhooks.deliveries.list("t", "whk_0000007", page)],
  ["the schedule that is due", (s) => s.schedules.claim({ except: ["sch_0000001"], now: 500_000 })],
  ["how long none is due", (s) => s.schedules.dueIn(1)],
  ["a schedule", (s) => s.schedules.get("t", ws, "sch_0000007")],
  ["the list of schedules", (s) => s.schedules.list("t", ws, page)],
  ["the runs of a schedule", (s) => s.schedules.runs.list("t", "sch_0000007", page)],
  ["those that are open", (s) => s.schedules.runs.listOpen("t", "sch_0000007", 20)],
  ["the run of a turn", (s) => s.schedules.runs.ofTurn("t", "turn_0000014")],
  ["the removal of a schedule", (s) => s.schedules.delete("t", ws, "sch_0000007")],
  ["the batch that is due", (s) => s.batches.claim({ except: ["bat_0000001"], now: 500_000 })],
  ["how long no batch is due", (s) => s.batches.dueIn(1)],
  ["a batch", (s) => s.batches.get("t", bat)],
  ["the list of batches", (s) => s.batches.list("t", page)],
  ["those of an owner", (s) => s.batches.list("t", { ...page, owner: "user 7" })],
  ["those in some workspaces", (s) => s.batches.list("t", { ...page, workspaceIds: [ws, "ws_0000008"] })],
  ["an item of a batch", (s) => s.batches.items.get("t", bat, 14)],
  ["items that wait", (s) => s.batches.items.list("t", bat, { status: "queued", limit: 20 })],
  ["items that run", (s) => s.batches.items.list("t", bat, { status: "running", limit: 20 })],
  ["items that have ended", (s) => s.batches.items.ended("t", bat, { ...page, after: 500 })],
  ["the item of a turn", (s) => s.batches.items.ofTurn("t", "turn_0000014")],
  ["the removal of items", (s) => s.batches.items.remove("t", bat, 100)],
  ["the removal of a batch", (s) => s.batches.delete("t", bat)],
  ["a snapshot", (s) => s.snapshots.get("t", ws, "snp_0000007")],
  ["a snapshot by its id alone", (s) => s.snapshots.find("t", "snp_0000007")],
  ["whether batches need it", (s) => s.batches.usesSnapshot("t", "snp_0000010")],
  ["the list of snapshots", (s) => s.snapshots.list("t", ws, page)],
  ["those of a session", (s) => s.snapshots.list("t", ws, { ...page, session: ses })],
  ["the end of a snapshot", (s) => s.snapshots.end("t", ws, "snp_0000007", { end_root: "r", objects: [] })],
  ["what snapshots need", (s) => s.snapshots.needs("t", ws)],
  ["the removal of a snapshot", (s) => s.snapshots.delete("t", ws, "snp_0000007")],
  ["a working copy", (s) => s.workingCopies.get("t", ws)],
  [
    "a change of it",
    async (s) => {
      const { record } = await s.workingCopies.lock("t", ws);
      await s.workingCopies.save({ ...record, holder: "inst_a" });
    },
  ],
  ["those of an instance that others wait for", (s) => s.workingCopies.wantedOf("inst_7")],
  ["the objects of one", (s) => s.workingCopies.objects("t", ws)],
  ["what a session changed", (s) => s.snapshots.sessions.get("t", ws, ses)],
  ["the sessions that write", (s) => s.snapshots.sessions.writing("t", ws, Number.MAX_SAFE_INTEGER)],
  ["the session that was stored last", (s) => s.snapshots.sessions.newest("t", ws)],
  ["what sessions need", (s) => s.snapshots.sessions.objects("t", ws)],
  ["a token by its id", (s) => s.serviceTokens.get("t", "tok_0000007")],
  ["a token by its hash", (s) => s.serviceTokens.findByHash("hash 7")],
  ["a new token", (s) => s.serviceTokens.insert(aServiceToken({ tenant: "t" }))],
  ["the list of tokens", (s) => s.serviceTokens.list("t", page)],
  ["the use of a token", (s) => s.serviceTokens.touch("t", "tok_0000007", 1)],
  ["the removal of a token", (s) => s.serviceTokens.delete("t", "tok_0000008")],
  ["who is signed in", (s) => s.signIns.findSession("hash 7", 1)],
  ["the use of a code", (s) => s.signIns.consumeCode("hash 7", 1)],
  ["an idempotency key", (s) => s.idempotency.get("t", "key 7")],
  ["the answer under a key", (s) => s.idempotency.complete("t", "key 7", "{}")],
  ["the sweep of keys", (s) => s.idempotency.sweep(10)],
  ["the count of a window", (s) => s.cluster.counters.add("t", "key 7", 1, { ms: 1, now: 1 })],
  ["the sweep of counters", (s) => s.cluster.counters.sweep(1)],
  ["the audit log", (s) => s.audit.list("t", page)],
  ["one action of it", (s) => s.audit.list("t", { ...page, action: "sign_out" })],
  ["the export of the audit log", (s) => s.audit.page("t", { ...page, after: 5_000 })],
  ["the end of the audit log", (s) => s.audit.lockHead("t")],
  ["what was used", (s) => s.usage.list("t", ws)],
  ["adding to it", (s) => s.usage.add("t", ws, ses, [used])],
  ["what waits to join a turn", (s) => s.steering.list("t", ses)],
  ["the end of its waiting", (s) => s.steering.clear("t", ses)],
  ["the claim of a container", (s) => s.containers.claim("place", ws)],
  ["the list of a library", ({ library }) => library.list("t", "prompt", page)],
  ["a search in a library", ({ library }) => library.list("t", "prompt", { ...page, search: "x" })],
  ["its export", ({ library }) => library.listOldest("t", "prompt", { ...page, after: prm })],
  ["a thing of it", ({ library }) => library.get("t", "prompt", prm)],
  ["things of it by name", ({ library }) => library.findByNames("t", "prompt", ["name 1", "name 2"])],
  ["the versions of a thing", ({ library }) => library.versions("t", prm, page)],
  ["one version", ({ library }) => library.versions("t", prm, { before: 2, limit: 1 })],
  ["the removal of things", ({ library }) => library.delete("t", ["prm_0000008"])],
  ["who was made from a template", ({ library }) => library.usersOfTemplate("t", "a", 10)],
  ["the renaming of a template", ({ library }) => library.renameTemplate("t", "b", "c")],
  ["a blob", ({ blobs }) => blobs.get("t", "hash 7")],
  ["a blob of an owner", ({ blobs }) => blobs.getOwned("t", "prm_0000009", "hash 7")],
  ["putting a blob", ({ blobs }) => blobs.put("t", "o", [{ hash: "hash 8", bytes: Uint8Array.of(1) }])],
  ["letting a blob go", ({ blobs }) => blobs.release("t", ["prm_0000009"])],
  ["a page of staged lines", (s) => s.stagedLines.page("t", "load 1", { ...page, after: 500 })],
];

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Total Cost": number;
  readonly Plans?: readonly PlanNode[];
}

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** Tables whose rows are few, whatever the store holds. */
const SMALL = new Set(["write_checks", "staged_loads", "instances", "background"]);

/** Holds what the database plans for each call against what a large store allows: with so many events, and as much beside them as goes with that. */
export function describeQueryPlans(events: number): void {
  describe(`of ${events.toLocaleString("en")} events the database reads no whole table`, () => {
    let database: RecordedDatabase;
    let inTransaction: <T>(work: (repositories: Called) => Promise<T>) => Promise<T>;

    beforeAll(async () => {
      database = await recordedDatabase(fillTables(MIGRATED_SCHEMA, events));
      const repositoriesOf = sqlRepositories(database.db, postgresSqlDialect);
      const clusterOf = sqlCluster(database.db, postgresSqlDialect);
      inTransaction = (work) =>
        database.executor.atomic((inside) => work({ ...repositoriesOf(inside), cluster: clusterOf(inside) }));
    }, 180_000);
    afterAll(() => database.remove());

    /** For its values; for whatever values of a statement that is prepared. */
    async function planOf(query: CompiledQuery): Promise<readonly PlanNode[]> {
      const { sql, parameters } = query;
      const explain = isPrepared(query)
        ? { text: `explain (generic_plan, format json) ${sql}` }
        : { text: `explain (format json) ${sql}`, values: [...parameters] };
      const { rows } = await database.pool.query<{ "QUERY PLAN": readonly [{ Plan: PlanNode }] }>(explain);
      return rows.flatMap((explained) => nodesOf(explained["QUERY PLAN"][0].Plan));
    }

    it.each(CALLS)("%s", async (_, call) => {
      const { queries } = database;
      queries.length = 0;
      const undone = new Error("undone");
      const work = inTransaction(async (repositories) => {
        await call(repositories);
        throw undone;
      });
      await expect(work).rejects.toBe(undone);
      const made = queries.filter(({ query }) => /^(with|select|update|delete|insert)/.test(query.sql));
      expect(made.length).toBeGreaterThan(0);
      for (const { query } of made) {
        const nodes = await planOf(query);
        const whole = nodes.filter(
          (node) => node["Node Type"] === "Seq Scan" && !SMALL.has(node["Relation Name"] ?? ""),
        );
        expect(whole, query.sql).toEqual([]);
        expect(nodes[0]?.["Total Cost"], query.sql).toBeLessThan(3_000);
      }
    });
  });
}
