import type { ClusterStore, CompleteRepositories } from "@workspace-agent/core/ports";
import type { SessionRecord } from "@workspace-agent/core/schemas";
import { aMessage, anEvent, aServiceToken, aSession, aTurn, aWorkspace } from "@workspace-agent/core/testing";
import { isPrepared, sqlCluster, sqlRepositories } from "@workspace-agent/store-sql";
import type { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lease, ses, STORE_CALLS, ws, type StoreCall } from "../../../store-sql/src/testing/store-calls.ts";
import { postgresSqlDialect } from "../postgres-sql-dialect.ts";
import { fillTables } from "./large-database.ts";
import { recordedDatabase, type RecordedDatabase } from "./recorded-database.ts";
import { MIGRATED_SCHEMA } from "./test-database.ts";

const workspace = aWorkspace({ id: ws, tenant: "t", placement: "place" });
const session: SessionRecord = aSession(workspace, { id: ses });
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

const CALLS: readonly StoreCall<Called>[] = [
  ...STORE_CALLS,
  ["workspaces that are being deleted", (s) => s.workspaces.listDeleting()],
  ["how far sessions have come", (s) => s.cluster.positions([ses, "ses_0000008"])],
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
  ["the saving of a turn", (s) => s.turns.save("t", aTurn(ses))],
  ["new events", (s) => s.events.append("t", ses, [anEvent(ses, 1_001), anEvent(ses, 1_002)])],
  ["new messages", (s) => s.messages.append("t", ses, [aMessage(ses, 1_001)])],
  ["the lock of a working copy", (s) => s.workingCopies.lock("t", ws)],
  ["a new token", (s) => s.serviceTokens.insert(aServiceToken({ tenant: "t" }))],
  ["the count of a window", (s) => s.cluster.counters.add("t", "key 7", 1, { ms: 1, now: 1 })],
  ["the sweep of counters", (s) => s.cluster.counters.sweep(1)],
  ["the end of the audit log", (s) => s.audit.lockHead("t")],
  ["what was used", (s) => s.usage.list("t", ws)],
  ["adding to it", (s) => s.usage.add("t", ws, ses, [used])],
  ["the claim of a container", (s) => s.containers.claim("place", ws)],
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
