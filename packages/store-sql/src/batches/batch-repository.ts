import { DomainError } from "@workspace-agent/core";
import type { BatchRepository } from "@workspace-agent/core/ports";
import type { BatchRecord } from "@workspace-agent/core/schemas";
import { type Selectable, sql } from "kysely";
import type { BatchTable } from "../batch-tables.ts";
import type { Db } from "../database.ts";
import type { NewRow } from "../column-types.ts";
import { sqlDueRows } from "../due-rows.ts";
import type { Executor } from "../executor.ts";
import { pageParameters } from "../newest-first.ts";
import { lockable, readOne } from "../read-one.ts";
import type { ListParameter, SqlDialect } from "../sql-dialect.ts";
import { matches, statement, valuesOf } from "../statement.ts";
import { sqlBatchItems } from "./batch-item-repository.ts";

type Row = NewRow<BatchTable>;
type State = Omit<Row, "turn">;
type OneBatch = Pick<Row, "tenant" | "id">;

const STATE = ["workspace_id", "owner", "is_loading", "due_at", "held_snapshot", "data"] as const;
const COLUMNS = ["tenant", "id", "workspace_id", "due_at", "data", "turn"] as const;

/** Rows of older versions have no snapshot. */
type Data = Omit<BatchRecord, (typeof COLUMNS)[number] | "snapshot_id"> &
  Partial<Pick<BatchRecord, "snapshot_id">>;

/** What `save` writes. */
function toState({ turn: _, tenant, id, workspace_id, due_at, ...rest }: BatchRecord): State {
  const columns = { tenant, id, workspace_id, due_at };
  const is_loading = rest.status === "loading" ? 1 : 0;
  const held_snapshot = rest.ended_at === null ? rest.snapshot_id : null;
  return { ...columns, owner: rest.principal.id, is_loading, held_snapshot, data: JSON.stringify(rest) };
}

function fromRow(row: Pick<Selectable<BatchTable>, (typeof COLUMNS)[number]>): BatchRecord {
  const { tenant, id, workspace_id, due_at, data, turn } = row;
  const { snapshot_id = null, ...rest } = JSON.parse(data) as Data;
  return {
    tenant,
    id,
    workspace_id,
    due_at: due_at === null ? null : Number(due_at),
    snapshot_id,
    turn: JSON.parse(turn) as BatchRecord["turn"],
    ...rest,
  };
}

export function sqlBatches(db: Db, dialect: SqlDialect) {
  const select = db.selectFrom("batches").select(COLUMNS);
  const statements = {
    insert: statement<Row>()((param) =>
      db.insertInto("batches").values(valuesOf(param, ["tenant", "id", ...STATE, "turn"])),
    ),
    get: lockable<OneBatch>(dialect)((param) => select.where(matches(param, "tenant", "id"))),
    save: statement<State>()((param) =>
      db
        .updateTable("batches")
        .set(valuesOf(param, STATE))
        .where(matches(param, "tenant", "id")),
    ),
    usesSnapshot: statement<{ tenant: string; snapshot_id: string }>()((param) =>
      db
        .selectFrom("batches")
        .select("id")
        .where("tenant", "=", param("tenant"))
        .where("held_snapshot", "=", param("snapshot_id"))
        .limit(1),
    ),
    delete: statement<OneBatch>()((param) => db.deleteFrom("batches").where(matches(param, "tenant", "id"))),
  };
  const items = sqlBatchItems(db, dialect);
  const due = sqlDueRows(db, dialect, "batches", select, fromRow);
  return (executor: Executor): BatchRepository => ({
    ...due(executor),
    items: items(executor),
    async insert(record) {
      const row = { ...toState(record), turn: JSON.stringify(record.turn) };
      await executor.write(statements.insert(row));
    },
    async get(tenant, id) {
      return readOne(executor, statements.get(executor)({ tenant, id }), fromRow);
    },
    async list(tenant, { workspaceIds, owner, ...page }) {
      const { before, limit } = pageParameters(page);
      let query = select.where("tenant", "=", tenant).where("id", "<", before).where("is_loading", "=", 0);
      if (owner !== undefined) query = query.where("owner", "=", owner);
      if (workspaceIds !== undefined)
        query = query.where(
          dialect.isIn(sql<string>`workspace_id`, sql<ListParameter>`${dialect.list(workspaceIds)}`),
        );
      return (await executor.read(query.orderBy("id", "desc").limit(limit).compile())).map(fromRow);
    },
    async save(record) {
      const { count } = await executor.write(statements.save(toState(record)));
      if (count === 0) throw new DomainError("not_found", "There is no such batch.");
    },
    async usesSnapshot(tenant, snapshot_id) {
      return (await executor.read(statements.usesSnapshot({ tenant, snapshot_id }))).length > 0;
    },
    async delete(tenant, id) {
      return (await executor.write(statements.delete({ tenant, id }))).count > 0;
    },
  });
}
