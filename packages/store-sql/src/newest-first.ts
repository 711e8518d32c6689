import type { NewestFirst } from "@workspace-agent/core/ports";
import { sql, type SelectQueryBuilder } from "kysely";
import type { Database } from "./database.ts";
import type { ParamOf, TableWith } from "./statement.ts";

/** Sorts after every id: where the first page begins. */
const AFTER_ALL = "~";

/** The parameters of `newestPage`. */
export interface PageParameters {
  readonly limit: number;
  readonly before: string;
}

export function pageParameters({ limit, before }: NewestFirst): PageParameters {
  return { limit, before: before ?? AFTER_ALL };
}

/** A page of what a query selects, newest first: `where id < before … limit`. */
export function newestPage<
  Parameters extends PageParameters,
  Table extends TableWith<{ readonly id: string }>,
  Row,
>(query: SelectQueryBuilder<Database, Table, Row>, param: ParamOf<Parameters>) {
  const id = sql.ref<string>("id");
  return query.where(id, "<", param("before")).orderBy(id, "desc").limit(param("limit"));
}
