import type { Db } from "../database.ts";
import { statement } from "../statement.ts";

interface OfSession {
  readonly tenant: string;
  readonly session_id: string;
}

export type SteeringStatements = ReturnType<typeof steeringStatements>;

export function steeringStatements(db: Db) {
  return {
    add: statement<OfSession & { position: number; data: string }>()((param) =>
      db.insertInto("steering").values({
        tenant: param("tenant"),
        session_id: param("session_id"),
        position: param("position"),
        data: param("data"),
      }),
    ),
    list: statement<OfSession>()((param) =>
      db
        .selectFrom("steering")
        .select("data")
        .where("session_id", "=", param("session_id"))
        .where("tenant", "=", param("tenant"))
        .orderBy("position"),
    ),
    clear: statement<OfSession>()((param) =>
      db
        .deleteFrom("steering")
        .where("session_id", "=", param("session_id"))
        .where("tenant", "=", param("tenant")),
    ),
  };
}
