import { NANO_USD, type UsageRow } from "@workspace-agent/core/schemas";
import type { UsageRepository } from "@workspace-agent/core/ports";
import { writeAll, type Executor } from "../executor.ts";
import { noWorkspace } from "../missing-owner.ts";
import { type RawBuilder, sql } from "kysely";
import type { NewRow } from "../column-types.ts";
import type { Db, SessionUsageTable } from "../database.ts";
import { matches, multiRowStatement, statement } from "../statement.ts";

const KEY = ["tenant", "workspace_id", "session_id", "day", "model"] as const;

const COUNTS = [
  "turns",
  "steps",
  "tool_calls",
  "input_tokens",
  "output_tokens",
  "cache_read_tokens",
  "cache_write_tokens",
  "duration_ms",
] as const;

type UsageValues = NewRow<SessionUsageTable>;

interface OfSession {
  readonly tenant: string;
  readonly id: string;
}

const COLUMNS = [...KEY, ...COUNTS, "cost_nano_usd"] as const satisfies readonly (keyof UsageValues)[];

/** What a row that is there becomes: the sum; a cost that is not known adds nothing. */
function added() {
  const sums = COUNTS.map((name): [string, RawBuilder<number>] => [
    name,
    sql<number>`${sql.ref(`session_usage.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
  ]);
  return {
    ...Object.fromEntries(sums),
    cost_nano_usd: sql<
      number | null
    >`case when excluded.cost_nano_usd is null then session_usage.cost_nano_usd
      else excluded.cost_nano_usd + coalesce(session_usage.cost_nano_usd, 0) end`,
  };
}

const sumsOf = (names: readonly (keyof UsageValues)[]) =>
  names.map((name) => sql<number | string | null>`sum(${sql.ref(name)})`.as(name));

/** For the removal of a session: what it used becomes that of the workspace's deleted sessions. */
export function usageRemovalStatements(db: Db) {
  return {
    keep: statement<OfSession>()((param) =>
      db
        .insertInto("session_usage")
        .columns([...COLUMNS])
        .expression((from) =>
          from
            .selectFrom("session_usage")
            .innerJoin("sessions", (join) =>
              join
                .onRef("sessions.tenant", "=", "session_usage.tenant")
                .onRef("sessions.workspace_id", "=", "session_usage.workspace_id")
                .onRef("sessions.id", "=", "session_usage.session_id"),
            )
            .select(["session_usage.tenant", "session_usage.workspace_id"])
            .select(sql<string>`''`.as("session_id"))
            .select(["day", "model", ...COUNTS, "cost_nano_usd"])
            .where("sessions.tenant", "=", param("tenant"))
            .where("sessions.id", "=", param("id"))
            .orderBy("day")
            .orderBy("model"),
        )
        .onConflict((conflict) => conflict.columns([...KEY]).doUpdateSet(added())),
    ),
    delete: statement<OfSession>()((param) =>
      db
        .deleteFrom("session_usage")
        .where("tenant", "=", param("tenant"))
        .where("session_id", "=", param("id"))
        .where("workspace_id", "=", (from) =>
          from
            .selectFrom("sessions")
            .select("sessions.workspace_id")
            .where("sessions.tenant", "=", param("tenant"))
            .where("sessions.id", "=", param("id")),
        ),
    ),
  };
}

/** Before the removal of a workspace: what it cost becomes that of the tenant's deleted workspaces. */
export function costsToKeep(db: Db) {
  return statement<{ tenant: string; id: string }>()((param) =>
    db
      .insertInto("deleted_costs")
      .columns(["tenant", "day", "cost_nano_usd"])
      .expression((from) =>
        from
          .selectFrom("session_usage")
          .select(["tenant", "day"])
          .select(sql<number>`sum(cost_nano_usd)`.as("cost_nano_usd"))
          .where("tenant", "=", param("tenant"))
          .where("workspace_id", "=", param("id"))
          .where("cost_nano_usd", "is not", null)
          .groupBy(["tenant", "day"])
          .orderBy("day"),
      )
      .onConflict((conflict) =>
        conflict.columns(["tenant", "day"]).doUpdateSet({
          cost_nano_usd: sql<number>`deleted_costs.cost_nano_usd + excluded.cost_nano_usd`,
        }),
      ),
  );
}

function toValues(
  of: { tenant: string; workspace_id: string; session_id: string },
  row: UsageRow,
): UsageValues {
  const { cost_usd, ...columns } = row;
  const cost_nano_usd = cost_usd === null ? null : Math.round(cost_usd * NANO_USD);
  return { ...of, ...columns, cost_nano_usd };
}

export function sqlUsage(db: Db) {
  const statements = {
    add: multiRowStatement<UsageValues>(COLUMNS, (rows) =>
      db
        .insertInto("session_usage")
        .values(rows)
        .onConflict((conflict) => conflict.columns([...KEY]).doUpdateSet(added())),
    ),
    list: statement<{ tenant: string; workspace_id: string }>()((param) =>
      db
        .selectFrom("session_usage")
        .select(["day", "model"])
        .select(sumsOf([...COUNTS, "cost_nano_usd"]))
        .where(matches(param, "tenant", "workspace_id"))
        .groupBy(["day", "model"]),
    ),
    costSince: statement<{ tenant: string; day: string }>()((param) => {
      const costs = (table: "session_usage" | "deleted_costs") =>
        db
          .selectFrom(table)
          .select(sql<number | string | null>`sum(cost_nano_usd)`.as("cost_nano_usd"))
          .where("tenant", "=", param("tenant"))
          .where("day", ">=", param("day"));
      return costs("session_usage").unionAll(costs("deleted_costs"));
    }),
  };
  return (executor: Executor): UsageRepository => ({
    async add(tenant, workspace_id, session_id, rows) {
      const values = rows.map((row) => toValues({ tenant, workspace_id, session_id }, row));
      await writeAll(executor, statements.add(values), { foreign_key: noWorkspace });
    },
    async list(tenant, workspace_id) {
      const rows = await executor.read(statements.list({ tenant, workspace_id }));
      return rows.map(({ day, model, cost_nano_usd: cost, ...counts }) => ({
        day,
        model,
        turns: Number(counts.turns),
        steps: Number(counts.steps),
        tool_calls: Number(counts.tool_calls),
        input_tokens: Number(counts.input_tokens),
        output_tokens: Number(counts.output_tokens),
        cache_read_tokens: Number(counts.cache_read_tokens),
        cache_write_tokens: Number(counts.cache_write_tokens),
        cost_usd: cost === null ? null : Number(cost) / NANO_USD,
        duration_ms: Number(counts.duration_ms),
      }));
    },
    async costSince(tenant, day) {
      const rows = await executor.read(statements.costSince({ tenant, day }));
      return rows.reduce((sum, { cost_nano_usd: cost }) => sum + Number(cost), 0) / NANO_USD;
    },
  });
}
