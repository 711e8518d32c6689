import { sql, type Expression, type RawBuilder, type SqlBool } from "kysely";
import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";

/** Whether a workspace is bound to another than `owner`: by a lease that is alive, or by processes that a living instance keeps. */
export function isBoundElsewhere(
  db: Db,
  { now }: SqlDialect,
  workspaceId: Expression<string>,
  owner: Expression<string>,
): RawBuilder<SqlBool> {
  const held = db
    .selectFrom("sessions as held")
    .select("held.id")
    .where("held.workspace_id", "=", workspaceId)
    .where("held.owner", "is not", null)
    .where("held.owner", "<>", owner)
    .where("held.lease_until", ">", now);
  const kept = db
    .selectFrom("background as kept")
    .innerJoin("instances as keeper", "keeper.id", "kept.instance_id")
    .select("kept.session_id")
    .where("kept.workspace_id", "=", workspaceId)
    .where("kept.instance_id", "<>", owner)
    .where("keeper.alive_until", ">", now);
  return sql<SqlBool>`(exists ${held} or exists ${kept})`;
}
