import { DomainError } from "@workspace-agent/core";
import type { ContainerRecord, ContainerRepository } from "@workspace-agent/core/ports";
import { sql } from "kysely";
import type { Db } from "../database.ts";
import type { Executor } from "../executor.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import { statement } from "../statement.ts";

export function sqlContainers(db: Db, { now }: SqlDialect) {
  const statements = {
    /** One statement, so that the row is locked from its reading to its writing. */
    claim: statement<{ placement: string; workspaceId: string; instanceId: string }>()((param) =>
      db
        .insertInto("containers")
        .values({
          placement: param("placement"),
          workspace_id: param("workspaceId"),
          epoch: 1,
          instance_id: param("instanceId"),
        })
        .onConflict((conflict) =>
          conflict.columns(["placement", "workspace_id"]).doUpdateSet({
            epoch: sql`containers.epoch + excluded.epoch`,
            instance_id: sql`excluded.instance_id`,
          }),
        )
        .returning("epoch"),
    ),
    list: statement<{ placement: string; instanceId: string }>()((param) =>
      db
        .selectFrom("containers")
        .select(["placement", "workspace_id", "epoch"])
        .where("placement", "=", param("placement"))
        .where((where) =>
          where.or([
            where("instance_id", "=", param("instanceId")),
            where(
              "instance_id",
              "not in",
              db.selectFrom("instances").select("id").where("alive_until", ">", now),
            ),
          ]),
        )
        .orderBy("workspace_id"),
    ),
    release: statement<ContainerRecord>()((param) =>
      db
        .deleteFrom("containers")
        .where("placement", "=", param("placement"))
        .where("workspace_id", "=", param("workspaceId"))
        .where("epoch", "=", param("epoch")),
    ),
  };
  return (executor: Executor): ContainerRepository => ({
    async claim(placement, workspaceId, instanceId = "") {
      const claim = statements.claim({ placement, workspaceId, instanceId });
      const [row] = (await executor.write(claim)).rows;
      if (row === undefined) throw new DomainError("internal", "The database gave no epoch.");
      return { placement, workspaceId, epoch: Number(row.epoch) };
    },
    async list(placement, instanceId = "") {
      const rows = await executor.read(statements.list({ placement, instanceId }));
      return rows.map((row) => ({
        placement: row.placement,
        workspaceId: row.workspace_id,
        epoch: Number(row.epoch),
      }));
    },
    async release(record) {
      await executor.write(statements.release(record));
    },
  });
}
