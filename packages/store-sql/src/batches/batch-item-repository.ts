import { DomainError } from "@workspace-agent/core";
import type { BatchItemRepository, ItemsByPosition } from "@workspace-agent/core/ports";
import type { BatchItemRecord, BatchItemState } from "@workspace-agent/core/schemas";
import { type Expression, type Selectable, type SelectQueryBuilder, sql, type SqlBool } from "kysely";
import type { BatchItemTable } from "../batch-tables.ts";
import type { NewRow } from "../column-types.ts";
import type { Database, Db } from "../database.ts";
import { writeAll, type Executor } from "../executor.ts";
import { lockable, readOne } from "../read-one.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import { matches, multiRowStatement, statement, valuesOf } from "../statement.ts";

type Row = NewRow<BatchItemTable>;
type State = Omit<Row, "key" | "item">;
type OneItem = Pick<Row, "tenant" | "batch_id" | "position">;

const STATE = ["tenant", "batch_id", "position", "key", "open_status", "turn_id", "ended", "data"] as const;
const COLUMNS = [...STATE, "item"] as const;

/** What `save` writes. */
function toState(state: BatchItemState): State {
  const { tenant, batch_id, position, turn_id, ended } = state;
  const { status, workspace_id, session_id, attempts, retry_at, result } = state;
  const open_status = status === "queued" || status === "running" ? status : null;
  const data = JSON.stringify({ status, workspace_id, session_id, attempts, retry_at, result });
  return { tenant, batch_id, position, open_status, turn_id, ended, data };
}

function toRow(record: BatchItemRecord): Row {
  return { ...toState(record), key: JSON.stringify(record.key), item: JSON.stringify(record.item) };
}

function stateOf({
  data,
  key,
  open_status: _,
  ...columns
}: Omit<Selectable<BatchItemTable>, "item">): BatchItemState {
  const rest = JSON.parse(data) as Omit<BatchItemState, (typeof STATE)[number]>;
  return {
    ...columns,
    position: Number(columns.position),
    ended: columns.ended === null ? null : Number(columns.ended),
    key: JSON.parse(key) as string,
    ...rest,
  };
}

function recordOf({ item, ...row }: Selectable<BatchItemTable>): BatchItemRecord {
  return { ...stateOf(row), item: JSON.parse(item) as BatchItemRecord["item"] };
}

type OfBatch = Pick<Row, "tenant" | "batch_id"> & { readonly limit: number };

/** Greater than all positions and places. */
const END = sql.lit(Number.MAX_SAFE_INTEGER);

/**
 * The rows of a range of an index, in its order: those with values in all columns but the last, which is at least `first`. Compares
 * whole keys: a database without statistics of a new batch expects few rows of its tenant and id, and sorts all items for each page.
 */
function inOrder<O>(
  query: SelectQueryBuilder<Database, "batch_items", O>,
  columns: readonly (keyof BatchItemTable)[],
  values: readonly Expression<string>[],
  first: Expression<number>,
): SelectQueryBuilder<Database, "batch_items", O> {
  const key = sql.join(columns.map((column) => sql.ref(column)));
  const [from, to] = [sql.join([...values, first]), sql.join([...values, END])];
  const ranged = query.where(sql<SqlBool>`(${key}) between (${from}) and (${to})`);
  return columns.reduce((ordered, column) => ordered.orderBy(column), ranged);
}

const taken = () => new DomainError("internal", "The batch has an item with this key or position.");
const noBatch = () => new DomainError("not_found", "There is no such batch.");

export function sqlBatchItems(db: Db, dialect: SqlDialect) {
  const select = db.selectFrom("batch_items").select(STATE);
  const selectAll = db.selectFrom("batch_items").select(COLUMNS);
  const statements = {
    add: multiRowStatement<Row>(COLUMNS, (rows) => db.insertInto("batch_items").values(rows)),
    get: lockable<OneItem>(dialect)((param) =>
      selectAll.where(matches(param, "tenant", "batch_id", "position")),
    ),
    ofTurn: statement<{ tenant: string; turn_id: string }>()((param) =>
      select.where(matches(param, "tenant", "turn_id")),
    ),
    list: statement<OfBatch & Pick<ItemsByPosition, "status">>()((param) =>
      inOrder(
        select.where("open_status", "is not", null),
        ["tenant", "batch_id", "open_status", "position"],
        [param("tenant"), param("batch_id"), param("status")],
        sql.lit(0),
      ).limit(param("limit")),
    ),
    ended: statement<OfBatch & { first: number }>()((param) =>
      inOrder(
        select.where("ended", "is not", null),
        ["tenant", "batch_id", "ended"],
        [param("tenant"), param("batch_id")],
        param("first"),
      ).limit(param("limit")),
    ),
    firstPositions: statement<OfBatch>()((param) =>
      inOrder(
        db.selectFrom("batch_items").select("position"),
        ["tenant", "batch_id", "position"],
        [param("tenant"), param("batch_id")],
        sql.lit(0),
      ).limit(param("limit")),
    ),
    save: statement<State>()((param) =>
      db
        .updateTable("batch_items")
        .set(valuesOf(param, ["open_status", "turn_id", "ended", "data"]))
        .where(matches(param, "tenant", "batch_id", "position")),
    ),
    removeUpTo: statement<OneItem>()((param) =>
      db
        .deleteFrom("batch_items")
        .where(matches(param, "tenant", "batch_id"))
        .where("position", "<=", param("position")),
    ),
  };
  return (executor: Executor): BatchItemRepository => ({
    async add(records) {
      const queries = statements.add(records.map(toRow));
      await writeAll(executor, queries, { unique: taken, foreign_key: noBatch });
    },
    async get(tenant, batch_id, position) {
      return readOne(executor, statements.get(executor)({ tenant, batch_id, position }), recordOf);
    },
    async ofTurn(tenant, turn_id) {
      return readOne(executor, statements.ofTurn({ tenant, turn_id }), stateOf);
    },
    async list(tenant, batch_id, { status, limit }) {
      return (await executor.read(statements.list({ tenant, batch_id, status, limit }))).map(stateOf);
    },
    async ended(tenant, batch_id, { after, limit }) {
      const query = statements.ended({ tenant, batch_id, first: after + 1, limit });
      return (await executor.read(query)).map(stateOf);
    },
    async save(state) {
      await executor.write(statements.save(toState(state)));
    },
    async remove(tenant, batch_id, limit) {
      const last = (await executor.read(statements.firstPositions({ tenant, batch_id, limit }))).at(-1);
      if (last === undefined) return 0;
      const position = Number(last.position);
      return (await executor.write(statements.removeUpTo({ tenant, batch_id, position }))).count;
    },
  });
}
