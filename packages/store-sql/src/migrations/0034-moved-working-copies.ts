import { sql } from "kysely";
import type { Db } from "../database.ts";

/** Working copies that are not current are removed by the time of the move, and instances look only for those that others wait for. */
export async function addMovesOfWorkingCopies(db: Db): Promise<void> {
  await db.schema.alterTable("working_copies").addColumn("moved_at", "bigint").execute();
  await db.schema.dropIndex("working_copies_held").execute();
  await db.schema
    .createIndex("working_copies_wanted")
    .on("working_copies")
    .column("holder")
    .where(sql.ref("wanted"), "=", sql.lit(1))
    .execute();
}
