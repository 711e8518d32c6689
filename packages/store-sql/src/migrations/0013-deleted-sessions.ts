import { sql, type SqlBool } from "kysely";
import type { Db } from "../database.ts";

/** Finds the sessions whose removal broke off. */
export async function indexDeletedSessions(db: Db): Promise<void> {
  await db.schema
    .createIndex("sessions_deleted")
    .on("sessions")
    .columns(["tenant", "id"])
    .where(sql<SqlBool>`status = 'deleted'`)
    .execute();
}
