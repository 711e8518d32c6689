import { DomainError } from "@workspace-agent/core";
import type { SnapshotRepository } from "@workspace-agent/core/ports";
import type { SnapshotRecord } from "@workspace-agent/core/schemas";
import type { Selectable } from "kysely";
import type { Db } from "../database.ts";
import type { Executor } from "../executor.ts";
import { pageParameters } from "../newest-first.ts";
import type { SnapshotTable } from "../snapshot-table.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import { type ParamOf, statement } from "../statement.ts";
import { sqlSessionTrees } from "./session-trees-repository.ts";

interface OfWorkspace {
  readonly tenant: string;
  readonly workspace_id: string;
}

interface OneSnapshot extends OfWorkspace {
  readonly id: string;
}

interface SnapshotById {
  readonly tenant: string;
  readonly id: string;
}

interface Page extends OfWorkspace {
  readonly before: string;
  readonly limit: number;
}

type Row = Selectable<SnapshotTable>;

const COLUMNS = ["tenant", "workspace_id", "id", "session_id", "end_root", "data"] as const;

function toRow(record: SnapshotRecord, objects: readonly string[]): Row {
  const { tenant, workspace_id, id, session_id, end_root, ...rest } = record;
  const columns = { tenant, workspace_id, id, session_id, end_root };
  return { ...columns, data: JSON.stringify(rest), objects: JSON.stringify(objects) };
}

function fromRow({ data, ...columns }: Omit<Row, "objects">): SnapshotRecord {
  return { ...columns, ...(JSON.parse(data) as Omit<SnapshotRecord, (typeof COLUMNS)[number]>) };
}

function keysOf({ objects }: Pick<Row, "objects">): readonly string[] {
  return JSON.parse(objects) as readonly string[];
}

export function sqlSnapshots(db: Db, dialect: SqlDialect) {
  const select = db.selectFrom("snapshots").select(COLUMNS);
  const find = (param: ParamOf<OneSnapshot>) =>
    select
      .where("tenant", "=", param("tenant"))
      .where("workspace_id", "=", param("workspace_id"))
      .where("id", "=", param("id"));
  const findById = (param: ParamOf<SnapshotById>) =>
    select.where("tenant", "=", param("tenant")).where("id", "=", param("id"));
  const statements = {
    insert: statement<Row>()((param) =>
      db.insertInto("snapshots").values({
        tenant: param("tenant"),
        workspace_id: param("workspace_id"),
        id: param("id"),
        session_id: param("session_id"),
        end_root: param("end_root"),
        data: param("data"),
        objects: param("objects"),
      }),
    ),
    get: statement<OneSnapshot>()(find),
    lock: statement<OneSnapshot>()((param) => dialect.lock(find(param))),
    getById: statement<SnapshotById>()(findById),
    lockById: statement<SnapshotById>()((param) => dialect.lock(findById(param))),
    lockWithObjects: statement<OneSnapshot>()((param) => dialect.lock(find(param).select("objects"))),
    list: statement<Page>()((param) =>
      select
        .where("tenant", "=", param("tenant"))
        .where("workspace_id", "=", param("workspace_id"))
        .where("id", "<", param("before"))
        .orderBy("id", "desc")
        .limit(param("limit")),
    ),
    listOfSession: statement<Page & { session: string }>()((param) =>
      select
        .where("tenant", "=", param("tenant"))
        .where("workspace_id", "=", param("workspace_id"))
        .where("session_id", "=", param("session"))
        .where("id", "<", param("before"))
        .orderBy("id", "desc")
        .limit(param("limit")),
    ),
    end: statement<OneSnapshot & { end_root: string; objects: string }>()((param) =>
      db
        .updateTable("snapshots")
        .set({ end_root: param("end_root"), objects: param("objects") })
        .where("tenant", "=", param("tenant"))
        .where("workspace_id", "=", param("workspace_id"))
        .where("id", "=", param("id")),
    ),
    needs: statement<OfWorkspace>()((param) =>
      select
        .select("objects")
        .where("tenant", "=", param("tenant"))
        .where("workspace_id", "=", param("workspace_id"))
        .orderBy("id"),
    ),
    delete: statement<OneSnapshot>()((param) =>
      db
        .deleteFrom("snapshots")
        .where("tenant", "=", param("tenant"))
        .where("workspace_id", "=", param("workspace_id"))
        .where("id", "=", param("id")),
    ),
  };
  const sessions = sqlSessionTrees(db, dialect);
  const noWorkspace = () => new DomainError("not_found", "There is no such workspace.");
  return (executor: Executor): SnapshotRepository => ({
    sessions: sessions(executor),
    async insert(record, objects) {
      await executor.write(statements.insert(toRow(record, objects)), { foreign_key: noWorkspace });
    },
    async get(tenant, workspace_id, id) {
      const select = executor.isTransaction ? statements.lock : statements.get;
      const [row] = await executor.read(select({ tenant, workspace_id, id }));
      return row === undefined ? null : fromRow(row);
    },
    async find(tenant, id) {
      const select = executor.isTransaction ? statements.lockById : statements.getById;
      const [row] = await executor.read(select({ tenant, id }));
      return row === undefined ? null : fromRow(row);
    },
    async list(tenant, workspace_id, { session, ...page }) {
      const parameters = { tenant, workspace_id, ...pageParameters(page) };
      const query =
        session === undefined
          ? statements.list(parameters)
          : statements.listOfSession({ ...parameters, session });
      return (await executor.read(query)).map(fromRow);
    },
    async end(tenant, workspace_id, id, { end_root, objects }) {
      const one = { tenant, workspace_id, id };
      await executor.atomic(async (executor) => {
        const [row] = await executor.read(statements.lockWithObjects(one));
        if (row === undefined) return;
        const all = JSON.stringify([...new Set([...keysOf(row), ...objects])]);
        await executor.write(statements.end({ ...one, end_root, objects: all }));
      });
    },
    async needs(tenant, workspace_id) {
      const rows = await executor.read(statements.needs({ tenant, workspace_id }));
      return rows.map(({ objects, ...row }) => ({ record: fromRow(row), objects: keysOf({ objects }) }));
    },
    async delete(tenant, workspace_id, id) {
      return (await executor.write(statements.delete({ tenant, workspace_id, id }))).count > 0;
    },
  });
}
