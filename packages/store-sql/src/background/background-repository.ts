import { DomainError } from "@workspace-agent/core";
import type { BackgroundRepository, KeptProcesses } from "@workspace-agent/core/ports";
import type { Db } from "../database.ts";
import type { Executor } from "../executor.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import { statement } from "../statement.ts";

export type BackgroundStatements = ReturnType<typeof backgroundStatements>;

export function backgroundStatements(db: Db, { now }: SqlDialect) {
  /** What living instances keep. */
  const living = db
    .selectFrom("background")
    .innerJoin("instances", "instances.id", "background.instance_id")
    .select("background.session_id")
    .where("instances.alive_until", ">", now);
  return {
    keep: statement<KeptProcesses>()((param) =>
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
    letGo: statement<{ instanceId: string; sessionId: string }>()((param) =>
      db
        .deleteFrom("background")
        .where("session_id", "=", param("sessionId"))
        .where("instance_id", "=", param("instanceId")),
    ),
    stop: statement<{ tenant: string; sessionId: string }>()((param) =>
      db
        .updateTable("background")
        .set({ is_stopped: 1 })
        .where("session_id", "=", param("sessionId"))
        .where("tenant", "=", param("tenant")),
    ),
    ofSession: statement<{ tenant: string; sessionId: string }>()((param) =>
      living
        .where("background.session_id", "=", param("sessionId"))
        .where("background.tenant", "=", param("tenant")),
    ),
    inWorkspace: statement<{ tenant: string; workspaceId: string }>()((param) =>
      living
        .where("background.workspace_id", "=", param("workspaceId"))
        .where("background.tenant", "=", param("tenant")),
    ),
    goingOn: statement<{ instanceId: string }>()((param) =>
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
}

const notAlive = () => new DomainError("overloaded", "This instance is not known to live.");

export class SqlBackground implements BackgroundRepository {
  constructor(
    private readonly executor: Executor,
    private readonly statements: BackgroundStatements,
  ) {}

  async keep(kept: KeptProcesses): Promise<void> {
    await this.executor.write(this.statements.keep(kept), { foreign_key: notAlive });
  }

  async letGo(instanceId: string, sessionId: string): Promise<void> {
    await this.executor.write(this.statements.letGo({ instanceId, sessionId }));
  }

  async stop(tenant: string, sessionId: string): Promise<boolean> {
    // Most sessions keep nothing: nothing is written then.
    const kept = await this.executor.read(this.statements.ofSession({ tenant, sessionId }));
    if (kept.length === 0) return false;
    await this.executor.write(this.statements.stop({ tenant, sessionId }));
    return true;
  }

  async goingOn(instanceId: string): Promise<readonly string[]> {
    const rows = await this.executor.read(this.statements.goingOn({ instanceId }));
    return rows.map(({ session_id }) => session_id);
  }

  async inWorkspace(tenant: string, workspaceId: string): Promise<readonly string[]> {
    const rows = await this.executor.read(this.statements.inWorkspace({ tenant, workspaceId }));
    return rows.map(({ session_id }) => session_id);
  }
}
