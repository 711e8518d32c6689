import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";

/** Principals may be limited to the workspaces that they created. */
export async function addOwnersOfWorkspaces(db: Db, { idType }: SqlDialect): Promise<void> {
  await db.schema.alterTable("workspaces").addColumn("owner", idType).execute();
}
