import type { DueRows } from "@workspace-agent/core/ports";
import { sql, type Expression, type SelectQueryBuilder } from "kysely";
import type { Database, Db } from "./database.ts";
import type { Executor } from "./executor.ts";
import type { ListParameter, SqlDialect } from "./sql-dialect.ts";
import { statement } from "./statement.ts";

type DueTable = "schedules" | "batches";

/** `select` selects what `fromRow` reads. */
export function sqlDueRows<Row, Stored>(
  db: Db,
  dialect: SqlDialect,
  table: DueTable,
  select: SelectQueryBuilder<Database, DueTable, Row>,
  fromRow: (row: Row) => Stored,
): (executor: Executor) => DueRows<Stored> {
  const nowOr = (given: Expression<number | null>) =>
    sql<number | string>`coalesce(cast(${given} as bigint), ${dialect.now})`;
  const lockDue = statement<{ except: ListParameter; now: number | null }>()((param) =>
    dialect.lockFree(
      select
        .select(nowOr(param("now")).as("now"))
        .where("due_at", "<=", nowOr(param("now")))
        .where((where) => where.not(dialect.isIn(where.ref("id"), param("except"))))
        .orderBy("due_at")
        .orderBy("id")
        .limit(1),
    ),
  );
  const firstDue = statement<{ now: number | null }>()((param) =>
    db
      .selectFrom(table)
      .select(["due_at", nowOr(param("now")).as("now")])
      .where("due_at", "is not", null)
      .orderBy("due_at")
      .limit(1),
  );
  return (executor) => ({
    async claim({ except = [], now = null } = {}) {
      const [row] = await executor.read(lockDue({ except: dialect.list(except), now }));
      return row === undefined ? null : { record: fromRow(row), now: Number(row.now) };
    },
    async dueIn(now) {
      const [row] = await executor.read(firstDue({ now: now ?? null }));
      return row === undefined ? null : Number(row.due_at) - Number(row.now);
    },
  });
}
