import type { Db } from "../database.ts";
import { multiRowStatement, preparedStatement, statement } from "../statement.ts";

interface OfSession {
  readonly tenant: string;
  readonly session_id: string;
}

export type SessionLogStatements = ReturnType<typeof sessionLogStatements>;

export function sessionLogStatements(db: Db) {
  return {
    saveTurn: preparedStatement<OfSession & { id: string; data: string }>()((param) =>
      db
        .insertInto("turns")
        .values({
          tenant: param("tenant"),
          session_id: param("session_id"),
          id: param("id"),
          data: param("data"),
        })
        .onConflict((conflict) =>
          conflict
            .columns(["session_id", "id"])
            .doUpdateSet({ data: param("data") })
            .where("turns.tenant", "=", param("tenant")),
        ),
    ),
    getTurn: statement<OfSession & { id: string }>()((param) =>
      db
        .selectFrom("turns")
        .select("data")
        .where("session_id", "=", param("session_id"))
        .where("id", "=", param("id"))
        .where("tenant", "=", param("tenant")),
    ),
    listTurns: statement<OfSession & { before: string; limit: number }>()((param) =>
      db
        .selectFrom("turns")
        .select("data")
        .where("session_id", "=", param("session_id"))
        .where("tenant", "=", param("tenant"))
        .where("id", "<", param("before"))
        .orderBy("id", "desc")
        .limit(param("limit")),
    ),
    appendEvents: multiRowStatement<OfSession & { seq: number; data: string }>(
      ["tenant", "session_id", "seq", "data"],
      (rows) => db.insertInto("events").values(rows),
    ),
    pageEvents: statement<OfSession & { after: number; limit: number }>()((param) =>
      db
        .selectFrom("events")
        .select("data")
        .where("session_id", "=", param("session_id"))
        .where("tenant", "=", param("tenant"))
        .where("seq", ">", param("after"))
        .orderBy("seq")
        .limit(param("limit")),
    ),
    appendMessages: multiRowStatement<OfSession & { seq: number; turn_id: string; data: string }>(
      ["tenant", "session_id", "seq", "turn_id", "data"],
      (rows) => db.insertInto("messages").values(rows),
    ),
    pageMessages: statement<OfSession & { after: number; limit: number }>()((param) =>
      db
        .selectFrom("messages")
        .select(["seq", "data"])
        .where("session_id", "=", param("session_id"))
        .where("tenant", "=", param("tenant"))
        .where("seq", ">", param("after"))
        .orderBy("seq")
        .limit(param("limit")),
    ),
    messagesOfTurn: statement<OfSession & { turn_id: string }>()((param) =>
      db
        .selectFrom("messages")
        .select("data")
        .where("session_id", "=", param("session_id"))
        .where("turn_id", "=", param("turn_id"))
        .where("tenant", "=", param("tenant"))
        .orderBy("seq"),
    ),
  };
}
