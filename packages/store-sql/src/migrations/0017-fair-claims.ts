import { sql, type SqlBool } from "kysely";
import type { Db } from "../database.ts";
import { UNDER_WAY } from "../sessions/claim-statements.ts";

/** Claims take what was under way first, and of what is queued a session of each workspace in turn. */
export async function indexFairClaims(db: Db): Promise<void> {
  const index = (name: string) => db.schema.createIndex(name).on("sessions");
  await db.schema.dropIndex("sessions_claimable").execute();
  const underWay = sql<SqlBool>`claimable_at is not null and ${UNDER_WAY}`;
  await index("sessions_resumable").columns(["claimable_at", "id", "placement"]).where(underWay).execute();
  await index("sessions_under_way").columns(["workspace_id", "status"]).where(underWay).execute();
  await index("sessions_queued")
    .columns(["placement", "workspace_id", "claimable_at", "id"])
    .where(sql<SqlBool>`claimable_at is not null and status = 'queued' and owner is null`)
    .execute();
}
