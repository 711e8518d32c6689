import { sql, type Expression, type SqlBool } from "kysely";
import { MAX_ATTEMPTS } from "@workspace-agent/core/schemas";
import type { Db } from "../database.ts";
import type { ListParameter, SqlDialect } from "../sql-dialect.ts";
import { statement } from "../statement.ts";
import { isBoundElsewhere } from "./bound-workspaces.ts";
import { SESSION_COLUMNS } from "./session-row.ts";

/** Sessions that run, wait for people, or were claimed and not released. As the index says it. */
export const UNDER_WAY = sql<SqlBool>`(status <> 'queued' or owner is not null)`;
const QUEUED = sql<SqlBool>`status = 'queued' and owner is null`;

export type ClaimStatements = ReturnType<typeof claimStatements>;

/** `owner`: who claims. */
interface InPlace {
  readonly placement: string;
  readonly owner: string;
}

/** For whom nothing more may be claimed: tenants, and principals as `senderKey` names them. */
interface Full {
  readonly fullTenants: ListParameter;
  readonly fullSenders: ListParameter;
}

const KEY_SEPARATOR = " ";
export const senderKey = ({ tenant, principal }: { readonly tenant: string; readonly principal: string }) =>
  `${tenant}${KEY_SEPARATOR}${principal}`;

export function claimStatements(db: Db, dialect: SqlDialect) {
  const { now } = dialect;
  const isFree = (workspaceId: Expression<string>, owner: Expression<string>) =>
    sql<SqlBool>`not ${isBoundElsewhere(db, dialect, workspaceId, owner)}`;
  const claimable = () => db.selectFrom("sessions").where("claimable_at", "<=", now);
  /** The longest waiting first, locked, with the time by which the lease is measured. */
  const locked = (query: ReturnType<typeof claimable>, limit: Expression<number>) =>
    dialect.lockFree(
      query.select(SESSION_COLUMNS).select(now.as("now")).orderBy("claimable_at").orderBy("id").limit(limit),
    );
  const resumable = (placements: Expression<ListParameter>, owner: Expression<string>) =>
    claimable()
      .where(UNDER_WAY)
      .where((where) => dialect.isIn(where.ref("placement"), placements))
      .where((where) => isFree(where.ref("sessions.workspace_id"), owner));
  const queued = (placement: Expression<string>) =>
    claimable().where(QUEUED).where("placement", "=", placement);
  const isOfNone = (tenants: Expression<ListParameter>, senders: Expression<ListParameter>) =>
    sql<SqlBool>`not ${dialect.isIn(sql.ref("tenant"), tenants)} and not ${dialect.isIn(
      sql<string>`(tenant || ${sql.lit(KEY_SEPARATOR)} || principal)`,
      senders,
    )}`;
  const nextWorkspace = (placement: Expression<string>, after: Expression<string>) =>
    queued(placement)
      .select("workspace_id")
      .where("workspace_id", ">", after)
      .orderBy("workspace_id")
      .limit(1);

  return {
    /** What of it could be claimed, without a lock, with so many attempts at most or those that end a turn. */
    peekResumable: statement<{
      placements: ListParameter;
      owner: string;
      mostAttempts: number;
      limit: number;
    }>()((param) =>
      resumable(param("placements"), param("owner"))
        .where((where) =>
          where.or([
            where("attempts", "<=", param("mostAttempts")),
            where("attempts", ">=", sql.lit(MAX_ATTEMPTS)),
          ]),
        )
        .select(["id", "workspace_id", "attempts"])
        .orderBy("claimable_at")
        .orderBy("id")
        .limit(param("limit")),
    ),
    /** Of these sessions and workspaces; the latter are locked. */
    lockResumable: statement<{
      placements: ListParameter;
      owner: string;
      ids: ListParameter;
      workspaces: ListParameter;
      limit: number;
    }>()((param) =>
      locked(
        resumable(param("placements"), param("owner"))
          .where((where) => dialect.isIn(where.ref("id"), param("ids")))
          .where((where) => dialect.isIn(where.ref("workspace_id"), param("workspaces"))),
        param("limit"),
      ),
    ),
    lockOne: statement<{ placements: ListParameter; id: string; limit: number }>()((param) =>
      locked(
        claimable()
          .where((where) => dialect.isIn(where.ref("placement"), param("placements")))
          .where("id", "=", param("id")),
        param("limit"),
      ),
    ),
    /**
     * The longest waiting session of each workspace that has one, in the order of the workspaces' ids: one jump in the index for each.
     * `is_free` 0: another is bound to it. Nothing for whom nothing more may be claimed.
     */
    heads: statement<InPlace & Full & { after: string; limit: number }>()((param) =>
      db
        .withRecursive("heads(workspace_id, place)", (cte) =>
          cte
            .selectNoFrom([
              nextWorkspace(param("placement"), param("after")).$asScalar().as("workspace_id"),
              sql<number>`1`.as("place"),
            ])
            .unionAll(
              cte
                .selectFrom("heads")
                .select((eb) => [
                  nextWorkspace(param("placement"), sql<string>`${eb.ref("heads.workspace_id")}`)
                    .$asScalar()
                    .as("workspace_id"),
                  sql<number>`${eb.ref("heads.place")} + 1`.as("place"),
                ])
                .where("heads.workspace_id", "is not", null)
                .where("heads.place", "<", param("limit")),
            ),
        )
        .selectFrom("heads")
        .select((eb) => [
          "heads.workspace_id",
          queued(param("placement"))
            .select("id")
            .where("workspace_id", "=", sql<string>`${eb.ref("heads.workspace_id")}`)
            .where(isOfNone(param("fullTenants"), param("fullSenders")))
            .orderBy("claimable_at")
            .orderBy("id")
            .limit(1)
            .$asScalar()
            .as("id"),
          sql<number>`case when ${isFree(
            sql<string>`${eb.ref("heads.workspace_id")}`,
            param("owner"),
          )} then 1 else 0 end`.as("is_free"),
        ])
        .where("heads.workspace_id", "is not", null)
        .orderBy("heads.place"),
    ),
    lockQueued: statement<InPlace & { ids: ListParameter; limit: number }>()((param) =>
      locked(
        // Joined to nothing, the placement is in no index: without statistics SQLite goes through all that is queued there, and not by the ids.
        claimable()
          .where(QUEUED)
          .where(sql<SqlBool>`placement || '' = ${param("placement")}`)
          .where((where) => dialect.isIn(where.ref("id"), param("ids")))
          .where((where) => isFree(where.ref("sessions.workspace_id"), param("owner"))),
        param("limit"),
      ),
    ),
    lockQueuedOf: statement<InPlace & Full & { workspaceId: string; limit: number }>()((param) =>
      locked(
        queued(param("placement"))
          .where("workspace_id", "=", param("workspaceId"))
          .where(isOfNone(param("fullTenants"), param("fullSenders")))
          .where(isFree(param("workspaceId"), param("owner"))),
        param("limit"),
      ),
    ),
    /** So that two who claim do not both find that nobody is bound to one, or room for one more turn. What comes next sees what others have committed. */
    lockWorkspaces: statement<{ ids: ListParameter }>()((param) =>
      dialect.lockFree(
        db
          .selectFrom("workspaces")
          .select("id")
          .where((where) => dialect.isIn(where.ref("id"), param("ids"))),
      ),
    ),
    /** For whom an owner runs turns; those that wait for people apart. */
    held: statement<{ owner: string }>()((param) =>
      db
        .selectFrom("sessions")
        .select(["tenant", "principal"])
        .where("owner", "=", param("owner"))
        .where("claimable_at", "is not", null)
        .where("status", "<>", "waiting"),
    ),
    countRunning: statement<{ ids: ListParameter }>()((param) =>
      db
        .selectFrom("sessions")
        .select(({ fn }) => ["workspace_id", fn.countAll<number | string>().as("count")])
        .where("claimable_at", "is not", null)
        .where(UNDER_WAY)
        .where("status", "<>", "waiting")
        .where((where) => dialect.isIn(where.ref("workspace_id"), param("ids")))
        .groupBy("workspace_id"),
    ),
    claim: statement<{ ids: ListParameter; owner: string; leaseUntil: number }>()((param) =>
      db
        .updateTable("sessions")
        .set({
          owner: param("owner"),
          epoch: sql`epoch + 1`,
          lease_until: param("leaseUntil"),
          claimable_at: param("leaseUntil"),
        })
        .where((where) => dialect.isIn(where.ref("id"), param("ids"))),
    ),
  };
}
