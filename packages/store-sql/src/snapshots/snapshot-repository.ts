import type { SnapshotRepository } from "@workspace-agent/core/ports";
import type { SnapshotRecord } from "@workspace-agent/core/schemas";
import type { Selectable } from "kysely";
import type { Db } from "../database.ts";
import type { Executor } from "../executor.ts";
import { noWorkspace } from "../missing-owner.ts";
import { newestPage, pageParameters, type PageParameters } from "../newest-first.ts";
import { lockable, readOne } from "../read-one.ts";
import type { SnapshotTable } from "../snapshot-table.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import { type ParamOf, matches, statement, valuesOf } from "../statement.ts";
import { sqlSessionTrees } from "./session-trees-repository.ts";

type Row = Selectable<SnapshotTable>;
type OfWorkspace = Pick<Row, "tenant" | "workspace_id">;
type OneSnapshot = OfWorkspace & Pick<Row, "id">;
type Page = OfWorkspace & PageParameters;

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
  const find = (param: ParamOf<OneSnapshot>) => select.where(matches(param, "tenant", "workspace_id", "id"));
  const statements = {
    insert: statement<Row>()((param) =>
      db
        .insertInto("snapshots")
        .values(
          valuesOf(param, ["tenant", "workspace_id", "id", "session_id", "end_root", "data", "objects"]),
        ),
    ),
    get: lockable<OneSnapshot>(dialect)(find),
    find: lockable<Pick<Row, "tenant" | "id">>(dialect)((param) =>
      select.where(matches(param, "tenant", "id")),
    ),
    lockWithObjects: statement<OneSnapshot>()((param) => dialect.lock(find(param).select("objects"))),
    list: statement<Page>()((param) =>
      newestPage(select.where(matches(param, "tenant", "workspace_id")), param),
    ),
    listOfSession: statement<Page & { session_id: string }>()((param) =>
      newestPage(select.where(matches(param, "tenant", "workspace_id", "session_id")), param),
    ),
    end: statement<OneSnapshot & { end_root: string; objects: string }>()((param) =>
      db
        .updateTable("snapshots")
        .set(valuesOf(param, ["end_root", "objects"]))
        .where(matches(param, "tenant", "workspace_id", "id")),
    ),
    needs: statement<OfWorkspace>()((param) =>
      select
        .select("objects")
        .where(matches(param, "tenant", "workspace_id"))
        .orderBy("id"),
    ),
    delete: statement<OneSnapshot>()((param) =>
      db.deleteFrom("snapshots").where(matches(param, "tenant", "workspace_id", "id")),
    ),
  };
  const sessions = sqlSessionTrees(db, dialect);
  return (executor: Executor): SnapshotRepository => ({
    sessions: sessions(executor),
    async insert(record, objects) {
      await executor.write(statements.insert(toRow(record, objects)), { foreign_key: noWorkspace });
    },
    async get(tenant, workspace_id, id) {
      return readOne(executor, statements.get(executor)({ tenant, workspace_id, id }), fromRow);
    },
    async find(tenant, id) {
      return readOne(executor, statements.find(executor)({ tenant, id }), fromRow);
    },
    async list(tenant, workspace_id, { session, ...page }) {
      const parameters = { tenant, workspace_id, ...pageParameters(page) };
      const query =
        session === undefined
          ? statements.list(parameters)
          : statements.listOfSession({ ...parameters, session_id: session });
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
