import type { Db } from "../database.ts";
import { statement } from "../statement.ts";
import { DomainError } from "@workspace-agent/core";
import type { SteeringMessage, SteeringRepository } from "@workspace-agent/core/ports";
import type { Executor, Refusals } from "../executor.ts";

interface OfSession {
  readonly tenant: string;
  readonly session_id: string;
}

const refusals: Refusals = {
  foreign_key: () => new DomainError("not_found", "There is no such session."),
  unique: () => new DomainError("internal", "A place among the messages that wait is taken."),
};

export function sqlSteering(db: Db) {
  const statements = {
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
  return (executor: Executor): SteeringRepository => ({
    async add(tenant, session_id, message) {
      const { position } = message;
      const data = JSON.stringify(message);
      await executor.write(statements.add({ tenant, session_id, position, data }), refusals);
    },
    async list(tenant, session_id) {
      const rows = await executor.read(statements.list({ tenant, session_id }));
      return rows.map((row) => JSON.parse(row.data) as SteeringMessage);
    },
    async clear(tenant, session_id) {
      await executor.write(statements.clear({ tenant, session_id }));
    },
  });
}
