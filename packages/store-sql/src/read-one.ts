import type { CompiledQuery, SelectQueryBuilder } from "kysely";
import type { Database } from "./database.ts";
import type { Executor } from "./executor.ts";
import type { SqlDialect } from "./sql-dialect.ts";
import { type ParamOf, type Statement, statement } from "./statement.ts";

/** What `decode` makes of the first row of a query, or null. */
export async function readOne<Row, T>(
  executor: Executor,
  query: CompiledQuery<Row>,
  decode: (row: Row) => T,
): Promise<T | null> {
  const [row] = await executor.read(query);
  return row === undefined ? null : decode(row);
}

/** `lockable<{ id: string }>(dialect)((param) => …)`: a statement that locks the rows that it selects in a transaction. */
export function lockable<Parameters extends object>(dialect: SqlDialect) {
  return <Table extends keyof Database, Row>(
    select: (param: ParamOf<Parameters>) => SelectQueryBuilder<Database, Table, Row>,
  ): ((executor: Executor) => Statement<Parameters, Row>) => {
    const read = statement<Parameters>()(select);
    const lock = statement<Parameters>()((param) => dialect.lock(select(param)));
    return ({ isTransaction }) => (isTransaction ? lock : read);
  };
}
