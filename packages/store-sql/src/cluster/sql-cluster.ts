import type { ClusterStore } from "@workspace-agent/core/ports";
import type { Db } from "../database.ts";
import type { Executor } from "../executor.ts";
import type { ListParameter, SqlDialect } from "../sql-dialect.ts";
import { statement } from "../statement.ts";
import { sqlBackground } from "./background.ts";
import { sqlCounters } from "./counters.ts";
import { sqlInstances } from "./instances.ts";

/** The part of `ClusterStore` that is data. */
export function sqlCluster(
  db: Db,
  dialect: SqlDialect,
): (executor: Executor) => Omit<ClusterStore, "publish" | "subscribe"> {
  const statements = {
    positions: statement<{ ids: ListParameter }>()((param) =>
      db
        .selectFrom("sessions")
        .select(["id", "tenant", "next_seq"])
        .where("status", "<>", "deleted")
        .where((where) => dialect.isIn(where.ref("id"), param("ids"))),
    ),
    interruptRequests: statement<{ owner: string }>()((param) =>
      db
        .selectFrom("sessions")
        .innerJoin("workspaces", "workspaces.id", "sessions.workspace_id")
        .select(["sessions.id", "sessions.interrupt_turn_id", "workspaces.status"])
        .where("sessions.owner", "=", param("owner"))
        .where((eb) =>
          eb.or([eb("sessions.interrupt_turn_id", "is not", null), eb("workspaces.status", "=", "deleting")]),
        ),
    ),
  };
  const [instances, background, counters] = [
    sqlInstances(db, dialect),
    sqlBackground(db, dialect),
    sqlCounters(db),
  ];
  return (executor) => ({
    instances: instances(executor),
    background: background(executor),
    counters: counters(executor),
    async positions(sessionIds) {
      if (sessionIds.length === 0) return [];
      const rows = await executor.read(statements.positions({ ids: dialect.list(sessionIds) }));
      return rows.map(({ id, tenant, next_seq }) => ({ id, tenant, seq: Number(next_seq) - 1 }));
    },
    async interruptRequests(owner) {
      const rows = await executor.read(statements.interruptRequests({ owner }));
      return rows.map(({ id, interrupt_turn_id, status }) => ({
        id,
        turn_id: interrupt_turn_id,
        isWorkspaceDeleting: status === "deleting",
      }));
    },
  });
}
