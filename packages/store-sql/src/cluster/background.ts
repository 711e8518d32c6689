import { DomainError } from "@workspace-agent/core";
import type { BackgroundRepository, BackgroundRecord } from "@workspace-agent/core/ports";
import type { Db } from "../database.ts";
import type { Executor } from "../executor.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import { matches, statement } from "../statement.ts";

const notRegistered = () => new DomainError("overloaded", "This instance is not registered.");

export function sqlBackground(db: Db, { now }: SqlDialect) {
  const live = db
    .selectFrom("background")
    .innerJoin("instances", "instances.id", "background.instance_id")
    .select("background.session_id")
    .where("instances.alive_until", ">", now);
  const statements = {
    add: statement<BackgroundRecord>()((param) =>
      db
        .insertInto("background")
        .values({
          instance_id: param("instanceId"),
          tenant: param("tenant"),
          workspace_id: param("workspaceId"),
          session_id: param("sessionId"),
          is_stopped: 0,
        })
        .onConflict((conflict) => conflict.columns(["session_id", "instance_id"]).doNothing()),
    ),
    remove: statement<{ instance_id: string; session_id: string }>()((param) =>
      db.deleteFrom("background").where(matches(param, "session_id", "instance_id")),
    ),
    requestStop: statement<{ tenant: string; session_id: string }>()((param) =>
      db
        .updateTable("background")
        .set({ is_stopped: 1 })
        .where(matches(param, "session_id", "tenant")),
    ),
    ofSession: statement<{ tenant: string; session_id: string }>()((param) =>
      live
        .where("background.session_id", "=", param("session_id"))
        .where("background.tenant", "=", param("tenant")),
    ),
    inWorkspace: statement<{ tenant: string; workspaceId: string }>()((param) =>
      live
        .where("background.workspace_id", "=", param("workspaceId"))
        .where("background.tenant", "=", param("tenant")),
    ),
    unstopped: statement<{ instanceId: string }>()((param) =>
      db
        .selectFrom("background")
        .innerJoin("sessions", (join) =>
          join
            .onRef("sessions.id", "=", "background.session_id")
            .onRef("sessions.tenant", "=", "background.tenant"),
        )
        .innerJoin("workspaces", "workspaces.id", "sessions.workspace_id")
        .select("background.session_id")
        .where("background.instance_id", "=", param("instanceId"))
        .where("background.is_stopped", "=", 0)
        .where("sessions.status", "<>", "deleted")
        .where("workspaces.status", "<>", "deleting"),
    ),
  };
  return (executor: Executor): BackgroundRepository => ({
    async add(record) {
      await executor.write(statements.add(record), { foreign_key: notRegistered });
    },
    async remove(instance_id, session_id) {
      await executor.write(statements.remove({ instance_id, session_id }));
    },
    async requestStop(tenant, session_id) {
      // Most sessions have none, and need no write.
      const found = await executor.read(statements.ofSession({ tenant, session_id }));
      if (found.length === 0) return false;
      await executor.write(statements.requestStop({ tenant, session_id }));
      return true;
    },
    async unstopped(instanceId) {
      const rows = await executor.read(statements.unstopped({ instanceId }));
      return rows.map(({ session_id }) => session_id);
    },
    async inWorkspace(tenant, workspaceId) {
      const rows = await executor.read(statements.inWorkspace({ tenant, workspaceId }));
      return rows.map(({ session_id }) => session_id);
    },
  });
}
