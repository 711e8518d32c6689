import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";

/** Snapshots stay as long as a batch needs them. Batches do not refer to them: they outlive the workspace. */
export async function addSnapshotsOfBatches(db: Db, { idType }: SqlDialect): Promise<void> {
  await db.schema.alterTable("batches").addColumn("held_snapshot", idType).execute();
}
