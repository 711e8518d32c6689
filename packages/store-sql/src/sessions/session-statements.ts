import { sql, type Expression } from "kysely";
import type { Db } from "../database.ts";
import { newestPage, type PageParameters } from "../newest-first.ts";
import type { ListParameter, SqlDialect } from "../sql-dialect.ts";
import { matches, preparedStatement, statement, valuesOf } from "../statement.ts";
import { blobRemoval } from "../blobs/blob-removal.ts";
import { usageRemovalStatements } from "../usage/usage-repository.ts";
import { isBoundElsewhere } from "./bound-workspaces.ts";
import { SESSION_COLUMNS, type SessionParameters } from "./session-row.ts";

interface SessionPage extends PageParameters {
  readonly tenant: string;
  readonly workspace_id: string;
}

export type SessionStatements = ReturnType<typeof sessionStatements>;

/** For the removal of a session's events or messages. */
function logStatements(db: Db, table: "events" | "messages") {
  return {
    /** Where the last so many begin, if there are more. */
    sliceStart: statement<{ tenant: string; id: string; size: number }>()((param) =>
      db
        .selectFrom(table)
        .select("seq")
        .where("session_id", "=", param("id"))
        .where("tenant", "=", param("tenant"))
        .orderBy("seq", "desc")
        .limit(1)
        .offset(param("size")),
    ),
    deleteFrom: statement<{ tenant: string; id: string; seq: number }>()((param) =>
      db
        .deleteFrom(table)
        .where("session_id", "=", param("id"))
        .where("tenant", "=", param("tenant"))
        .where("seq", ">=", param("seq")),
    ),
  };
}

export function sessionStatements(db: Db, dialect: SqlDialect) {
  const { now } = dialect;
  const select = db.selectFrom("sessions").select(SESSION_COLUMNS).where("status", "<>", "deleted");

  const renew = (leaseMs: Expression<number>) => {
    const leaseUntil = sql<number>`${now} + ${leaseMs}`;
    return db.updateTable("sessions").set({
      lease_until: leaseUntil,
      claimable_at: sql`case
        when claimable_at is null or (status = 'waiting' and claimable_at > ${leaseUntil}) then claimable_at
        else ${leaseUntil} end`,
    });
  };

  return {
    insert: statement<SessionParameters>()((param) =>
      db.insertInto("sessions").values({
        ...valuesOf(param, [...SESSION_COLUMNS, "status"]),
        claimable_at: sql`case when ${param("waits")} = 1 then ${now} else ${param("claimable_at")} end`,
      }),
    ),
    get: statement<{ tenant: string; workspace_id: string; id: string }>()((param) =>
      select.where(matches(param, "id", "tenant", "workspace_id")),
    ),
    list: statement<SessionPage>()((param) =>
      newestPage(select.where(matches(param, "tenant", "workspace_id")), param),
    ),
    search: statement<SessionPage & { part: string }>()((param) =>
      newestPage(select.where(matches(param, "tenant", "workspace_id")), param).where((where) =>
        dialect.contains(where.ref("data"), param("part")),
      ),
    ),
    lock: preparedStatement<{ tenant: string; id: string }>()((param) =>
      dialect.lock(select.where(matches(param, "id", "tenant"))),
    ),
    save: statement<SessionParameters>()((param) =>
      db
        .updateTable("sessions")
        .set({
          placement: param("placement"),
          principal: param("principal"),
          status: param("status"),
          next_seq: param("next_seq"),
          owner: param("owner"),
          epoch: param("epoch"),
          lease_until: param("lease_until"),
          attempts: param("attempts"),
          interrupt_turn_id: param("interrupt_turn_id"),
          // The columns on the right are the row before: a session that waits already keeps its place.
          claimable_at: sql`case
            when ${param("waits")} = 0 then ${param("claimable_at")}
            when owner is null and claimable_at <= ${now} then claimable_at
            else ${now} end`,
          data: param("data"),
        })
        .where(matches(param, "id", "tenant"))
        .where("status", "<>", "deleted"),
    ),
    /** Of a session whose hold and status stay: a database writes each index again whose columns a statement names. */
    saveProgress: preparedStatement<SessionParameters>()((param) =>
      db
        .updateTable("sessions")
        .set(valuesOf(param, ["next_seq", "attempts", "data"]))
        .where(matches(param, "id", "tenant"))
        .where("status", "<>", "deleted"),
    ),
    logs: [logStatements(db, "events"), logStatements(db, "messages")],
    /** No claim and no lease finds it any more. */
    markDeleted: statement<{ tenant: string; id: string }>()((param) =>
      db
        .updateTable("sessions")
        .set({ status: "deleted", owner: null, lease_until: 0, claimable_at: null })
        .where(matches(param, "id", "tenant")),
    ),
    listDeleted: statement<object>()(() =>
      db.selectFrom("sessions").select(["tenant", "id"]).where("status", "=", "deleted"),
    ),
    /** Sessions of a workspace with more events than `size`, and those whose removal has begun. */
    listLong: statement<{ tenant: string; workspace_id: string; size: number }>()((param) =>
      db
        .selectFrom("sessions")
        .select("id")
        .where(matches(param, "tenant", "workspace_id"))
        .where((where) => where.or([where("next_seq", ">", param("size")), where("status", "=", "deleted")])),
    ),
    /** Whether it is there still, deleted or not, with its row locked. */
    lockForRemoval: statement<{ tenant: string; id: string }>()((param) =>
      dialect.lock(
        db
          .selectFrom("sessions")
          .select(["status", "next_seq", "data"])
          .where(matches(param, "id", "tenant")),
      ),
    ),
    usage: usageRemovalStatements(db),
    blobs: blobRemoval(db, dialect),
    delete: statement<{ tenant: string; id: string }>()((param) =>
      db.deleteFrom("sessions").where(matches(param, "id", "tenant")),
    ),
    /** Sessions whose leases an owner still has, locked; not those that others have locked. */
    lockHeld: statement<{ ids: ListParameter; owner: string }>()((param) =>
      dialect.lockFree(
        db
          .selectFrom("sessions")
          .select(["id", "epoch", "workspace_id"])
          .select(sql<number>`case when lease_until > ${now} then 1 else 0 end`.as("is_alive"))
          .where("owner", "=", param("owner"))
          .where("lease_until", ">", 0)
          .where((where) => dialect.isIn(where.ref("id"), param("ids"))),
      ),
    ),
    /** Those of these workspaces that another than the owner is bound to. */
    boundElsewhere: statement<{ ids: ListParameter; owner: string }>()((param) =>
      db
        .selectFrom("workspaces")
        .select("id")
        .where((where) => dialect.isIn(where.ref("id"), param("ids")))
        .where((where) => isBoundElsewhere(db, dialect, where.ref("workspaces.id"), param("owner"))),
    ),
    renew: statement<{ ids: ListParameter; leaseMs: number }>()((param) =>
      renew(param("leaseMs")).where((where) => dialect.isIn(where.ref("id"), param("ids"))),
    ),
    renewOne: statement<{ id: string; owner: string; epoch: number; leaseMs: number }>()((param) =>
      renew(param("leaseMs"))
        .where(matches(param, "id", "owner", "epoch"))
        .where("lease_until", ">", now)
        .returning("id"),
    ),
  };
}
