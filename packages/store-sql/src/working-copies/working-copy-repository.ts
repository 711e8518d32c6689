import type { FoundWorkingCopy, WorkingCopyRepository } from "@workspace-agent/core/ports";
import type { RolledBack, WorkingCopyRecord } from "@workspace-agent/core/schemas";
import { type Selectable, sql, type SqlBool } from "kysely";
import type { Db } from "../database.ts";
import type { Executor } from "../executor.ts";
import { noWorkspace } from "../missing-owner.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import { type ParamOf, matches, statement, valuesOf } from "../statement.ts";
import type { WorkingCopyTable } from "../working-copy-table.ts";

type OfWorkspace = Pick<WorkingCopyTable, "tenant" | "workspace_id">;

const CHANGING = [
  "epoch",
  "holder",
  "placement",
  "copy",
  "moved_at",
  "root",
  "published_at",
  "changed_by",
  "rolled_back",
  "wanted",
] as const;
const COLUMNS = ["tenant", "workspace_id", ...CHANGING] as const;

function toRow({ changed_by, rolled_back, wanted, ...columns }: WorkingCopyRecord) {
  return {
    ...columns,
    changed_by: changed_by === null ? null : JSON.stringify(changed_by),
    rolled_back: JSON.stringify(rolled_back),
    wanted: wanted ? 1 : 0,
  };
}

function fromRow(row: Pick<Selectable<WorkingCopyTable>, (typeof COLUMNS)[number]>): WorkingCopyRecord {
  const { epoch, moved_at, published_at, changed_by, rolled_back, wanted, ...columns } = row;
  return {
    ...columns,
    epoch: Number(epoch),
    moved_at: moved_at === null ? null : Number(moved_at),
    published_at: published_at === null ? null : Number(published_at),
    changed_by: changed_by === null ? null : (JSON.parse(changed_by) as readonly string[]),
    rolled_back: JSON.parse(rolled_back) as readonly RolledBack[],
    wanted: Number(wanted) === 1,
  };
}

/** `objects`: null where they stay. */
type Change = ReturnType<typeof toRow> & { readonly objects: string | null };

export function sqlWorkingCopies(db: Db, dialect: SqlDialect) {
  const select = db.selectFrom("working_copies").select(COLUMNS);
  const find = (param: ParamOf<OfWorkspace>) => select.where(matches(param, "tenant", "workspace_id"));
  const statements = {
    get: statement<OfWorkspace>()(find),
    lock: statement<OfWorkspace>()((param) => dialect.lock(find(param))),
    make: statement<OfWorkspace>()((param) =>
      db
        .insertInto("working_copies")
        .values({
          ...valuesOf(param, ["tenant", "workspace_id"]),
          epoch: 0,
          rolled_back: "[]",
          wanted: 0,
          objects: "[]",
        })
        .onConflict((conflict) => conflict.columns(["tenant", "workspace_id"]).doNothing()),
    ),
    isHeld: statement<OfWorkspace & { readonly holder: string }>()((param) => {
      const live = db
        .selectFrom("instances")
        .select("id")
        .where("id", "=", param("holder"))
        .where("alive_until", ">", dialect.now);
      const leased = db
        .selectFrom("sessions")
        .select("id")
        .where(matches(param, "tenant", "workspace_id"))
        .where("owner", "=", param("holder"))
        .where("lease_until", ">", dialect.now);
      return db.selectNoFrom(sql<SqlBool>`(exists ${live} or exists ${leased})`.as("is_held"));
    }),
    save: statement<Change>()((param) =>
      db
        .updateTable("working_copies")
        .set({
          ...valuesOf(param, CHANGING),
          objects: sql<string>`coalesce(${param("objects")}, objects)`,
        })
        .where(matches(param, "tenant", "workspace_id")),
    ),
    // In the words of its index.
    wantedOf: statement<{ readonly holder: string }>()((param) =>
      select.where("holder", "=", param("holder")).where(sql<SqlBool>`wanted = 1`),
    ),
    objects: statement<OfWorkspace>()((param) =>
      db
        .selectFrom("working_copies")
        .select("objects")
        .where(matches(param, "tenant", "workspace_id")),
    ),
  };

  /** In a statement of its own: one that waits for the lock of the row sees other tables as they were before. */
  async function withHolder(executor: Executor, record: WorkingCopyRecord): Promise<FoundWorkingCopy> {
    const { tenant, workspace_id, holder } = record;
    if (!dialect.isShared || holder === null) return { record, isHeld: false };
    const [row] = await executor.read(statements.isHeld({ tenant, workspace_id, holder }));
    return { record, isHeld: Boolean(row?.is_held) };
  }

  return (executor: Executor): WorkingCopyRepository => ({
    async get(tenant, workspace_id) {
      const [row] = await executor.read(statements.get({ tenant, workspace_id }));
      return row === undefined ? null : withHolder(executor, fromRow(row));
    },
    async lock(tenant, workspace_id) {
      const one = { tenant, workspace_id };
      let [row] = await executor.read(statements.lock(one));
      if (row === undefined) {
        await executor.write(statements.make(one), { foreign_key: noWorkspace });
        [row] = await executor.read(statements.lock(one));
      }
      // It was there for a moment, and is removed with its workspace.
      if (row === undefined) throw noWorkspace();
      return withHolder(executor, fromRow(row));
    },
    async save(record, objects) {
      const keys = objects === undefined ? null : JSON.stringify(objects.toSorted());
      await executor.write(statements.save({ ...toRow(record), objects: keys }));
    },
    async wantedOf(instanceId) {
      return (await executor.read(statements.wantedOf({ holder: instanceId }))).map(fromRow);
    },
    async objects(tenant, workspace_id) {
      const [row] = await executor.read(statements.objects({ tenant, workspace_id }));
      return row === undefined ? [] : (JSON.parse(row.objects) as readonly string[]);
    },
  });
}
