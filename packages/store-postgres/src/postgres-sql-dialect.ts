import { sql } from "kysely";
import type { SqlDialect } from "@workspace-agent/store-sql";
import { toDomainError, violation } from "./postgres-errors.ts";

export const postgresSqlDialect: SqlDialect = {
  isShared: true,
  idType: sql`text collate "C"`,
  bytesType: "bytea",
  /** The same throughout a statement, so that an index can be searched by it. */
  now: sql`(extract(epoch from statement_timestamp()) * 1000)::bigint`,
  contains: (text, part) => sql`strpos(${text}, ${part}) > 0`,
  isIn: (value, list) => sql`${value} = any(${list})`,
  list: (values) => values,
  lock: (query) => query.forUpdate(),
  // Weaker than the lock of an update to a key: what refers to the row may be inserted meanwhile, and does not hide it.
  lockFree: (query) => query.forNoKeyUpdate().skipLocked(),
  violation,
  toDomainError,
};
