import type { Db, SteeringTable } from "../database.ts";
import { matches, statement, valuesOf } from "../statement.ts";
import { DomainError } from "@workspace-agent/core";
import type { SteeringMessage, SteeringRepository } from "@workspace-agent/core/ports";
import type { Executor, Refusals } from "../executor.ts";
import { noSession } from "../missing-owner.ts";

type OfSession = Pick<SteeringTable, "tenant" | "session_id">;

const refusals: Refusals = {
  foreign_key: noSession,
  unique: () => new DomainError("internal", "A place among the messages that wait is taken."),
};

export function sqlSteering(db: Db) {
  const statements = {
    add: statement<OfSession & { position: number; data: string }>()((param) =>
      db.insertInto("steering").values(valuesOf(param, ["tenant", "session_id", "position", "data"])),
    ),
    list: statement<OfSession>()((param) =>
      db
        .selectFrom("steering")
        .select("data")
        .where(matches(param, "session_id", "tenant"))
        .orderBy("position"),
    ),
    clear: statement<OfSession>()((param) =>
      db.deleteFrom("steering").where(matches(param, "session_id", "tenant")),
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
