import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";

/** What deleted workspaces have cost still counts for the budget of their tenant. */
export async function createDeletedCosts(db: Db, { idType }: SqlDialect): Promise<void> {
  await db.schema
    .createTable("deleted_costs")
    .addColumn("tenant", idType, (column) => column.notNull())
    .addColumn("day", idType, (column) => column.notNull())
    .addColumn("cost_nano_usd", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("deleted_costs_key", ["tenant", "day"])
    .execute();
}
