import { DomainError } from "@workspace-agent/core";
import type { SessionTreesRepository } from "@workspace-agent/core/ports";
import type { SessionTrees } from "@workspace-agent/core/schemas";
import type { Selectable } from "kysely";
import type { Db } from "../database.ts";
import type { Executor } from "../executor.ts";
import { noSession } from "../missing-owner.ts";
import { lockable, readOne } from "../read-one.ts";
import type { SessionTreesTable } from "../snapshot-table.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import { matches, statement, valuesOf } from "../statement.ts";

/** Without its keys. */
type Row = Omit<Selectable<SessionTreesTable>, "objects" | "end_objects">;
type OfWorkspace = Pick<Row, "tenant" | "workspace_id">;
type OneSession = OfWorkspace & Pick<Row, "session_id">;

const COLUMNS = ["tenant", "workspace_id", "session_id", "writes_until", "stored_at", "data"] as const;
const NOW = Number.MAX_SAFE_INTEGER;

function toRow(record: SessionTrees) {
  const { tenant, workspace_id, session_id, wrote_at, stored_at, ...rest } = record;
  const data = JSON.stringify(rest);
  return { tenant, workspace_id, session_id, writes_until: wrote_at ?? NOW, stored_at, data };
}

function fromRow({ writes_until, stored_at, data, ...columns }: Row): SessionTrees {
  const until = Number(writes_until);
  return {
    ...columns,
    ...(JSON.parse(data) as Pick<SessionTrees, "root" | "begun_at" | "end_root" | "writers">),
    stored_at: Number(stored_at),
    wrote_at: until === NOW ? null : until,
  };
}

const keysOf = (objects: string) => JSON.parse(objects) as readonly string[];

export function sqlSessionTrees(db: Db, dialect: SqlDialect) {
  const select = db.selectFrom("session_trees").select(COLUMNS);
  const update = db.updateTable("session_trees");
  type Saved = ReturnType<typeof toRow>;
  const statements = {
    insert: statement<Saved & { objects: string }>()((param) =>
      db.insertInto("session_trees").values({
        ...valuesOf(param, [...COLUMNS, "objects"]),
        end_objects: "[]",
      }),
    ),
    get: lockable<OneSession>(dialect)((param) =>
      select.where(matches(param, "tenant", "workspace_id", "session_id")),
    ),
    save: statement<Saved>()((param) =>
      update
        .set(valuesOf(param, ["writes_until", "stored_at", "data"]))
        .where(matches(param, "tenant", "session_id")),
    ),
    saveWithEnd: statement<Saved & { end_objects: string }>()((param) =>
      update
        .set(valuesOf(param, ["writes_until", "stored_at", "data", "end_objects"]))
        .where(matches(param, "tenant", "session_id")),
    ),
    writing: statement<OfWorkspace & { since: number }>()((param) =>
      select.where(matches(param, "tenant", "workspace_id")).where("writes_until", ">=", param("since")),
    ),
    newest: statement<OfWorkspace>()((param) =>
      select
        .where(matches(param, "tenant", "workspace_id"))
        .orderBy("stored_at", "desc")
        .limit(1),
    ),
    objects: statement<OfWorkspace>()((param) =>
      db
        .selectFrom("session_trees")
        .select(["objects", "end_objects"])
        .where(matches(param, "tenant", "workspace_id")),
    ),
  };
  const refusals = {
    foreign_key: noSession,
    unique: () => new DomainError("internal", "The session has a row already."),
  };
  return (executor: Executor): SessionTreesRepository => ({
    async insert(record, objects) {
      const row = { ...toRow(record), objects: JSON.stringify(objects) };
      await executor.write(statements.insert(row), refusals);
    },
    async get(tenant, workspace_id, session_id) {
      return readOne(executor, statements.get(executor)({ tenant, workspace_id, session_id }), fromRow);
    },
    async save(record, endObjects) {
      const row = toRow(record);
      const query =
        endObjects === undefined
          ? statements.save(row)
          : statements.saveWithEnd({ ...row, end_objects: JSON.stringify(endObjects) });
      await executor.write(query);
    },
    async writing(tenant, workspace_id, since) {
      const rows = await executor.read(statements.writing({ tenant, workspace_id, since }));
      return rows.map(fromRow).sort((a, b) => (a.session_id < b.session_id ? -1 : 1));
    },
    async newest(tenant, workspace_id) {
      return readOne(executor, statements.newest({ tenant, workspace_id }), fromRow);
    },
    async objects(tenant, workspace_id) {
      const rows = await executor.read(statements.objects({ tenant, workspace_id }));
      const keys = rows.flatMap(({ objects, end_objects }) => [...keysOf(objects), ...keysOf(end_objects)]);
      return [...new Set(keys)].sort();
    },
  });
}
