import { sql } from "kysely";
import type { SqlDialect } from "@workspace-agent/store-sql";
import { toDomainError, violation } from "./sqlite-errors.ts";

/** The function that connections give SQL for the store's time. */
export const NOW_FUNCTION = "store_now";

export const sqliteSqlDialect: SqlDialect = {
  isShared: false,
  idType: "text",
  bytesType: "blob",
  now: sql`${sql.raw(NOW_FUNCTION)}()`,
  contains: (text, part) => sql`instr(${text}, ${part}) > 0`,
  isIn: (value, list) => sql`${value} in (select value from json_each(${list}))`,
  list: (values) => JSON.stringify(values),
  lock: (query) => query,
  lockFree: (query) => query,
  violation,
  toDomainError,
};
