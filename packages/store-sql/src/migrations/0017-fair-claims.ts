import type { Db } from "../database.ts";

/** Claims have indexes of their own (`LATER_INDEXES`). */
export async function dropIndexOfClaimable(db: Db): Promise<void> {
  await db.schema.dropIndex("sessions_claimable").execute();
}
