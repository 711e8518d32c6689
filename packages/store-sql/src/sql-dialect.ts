import type { ColumnDataType, Expression, RawBuilder, SelectQueryBuilder, SqlBool } from "kysely";
import type { DomainError } from "@workspace-agent/core";
import type { Database } from "./database.ts";

/** A rule of the schema that a statement broke. */
export type Violation = "unique" | "foreign_key";

/** In what the SQL databases differ, for the statements of this package. */
export interface SqlDialect {
  /** Whether several instances share the database: the store has `cluster`. */
  readonly isShared: boolean;
  /** The type of text columns that ids and hashes are kept in: compared byte by byte, so that ids sort by time. */
  readonly idType: ColumnDataType | RawBuilder<string>;
  /** The type of columns that hold bytes. The driver takes and gives them as `Uint8Array`. */
  readonly bytesType: ColumnDataType | RawBuilder<string>;
  /**
   * The store's time in milliseconds, for leases, of the type of `bigint` columns: an expression, because instances
   * that share a database go by its clock.
   */
  readonly now: RawBuilder<number | string>;
  /** Whether a text holds another, taken literally. */
  contains(text: Expression<string>, part: Expression<string>): RawBuilder<SqlBool>;
  /** Whether a value is in a list that is bound as one parameter, so that the statement is the same for any length. */
  isIn(value: Expression<string>, list: Expression<ListParameter>): RawBuilder<SqlBool>;
  /** The parameter of `isIn`. */
  list(values: readonly string[]): ListParameter;
  /** Locks the rows it selects until the transaction's end; nothing to do where transactions run one by one. */
  lock<TB extends keyof Database, O>(
    query: SelectQueryBuilder<Database, TB, O>,
  ): SelectQueryBuilder<Database, TB, O>;
  /** The same, passing over rows that others have locked. */
  lockFree<TB extends keyof Database, O>(
    query: SelectQueryBuilder<Database, TB, O>,
  ): SelectQueryBuilder<Database, TB, O>;
  /** Which rule an error of the driver reports, or null. */
  violation(error: unknown): Violation | null;
  /** What a caller may know of any other error; its cause is kept for the log. */
  toDomainError(error: unknown): DomainError;
}

/** Opaque: what the driver takes for a list. */
export type ListParameter = string | readonly string[];
