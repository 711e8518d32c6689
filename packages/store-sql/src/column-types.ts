import type { ColumnType, InsertType } from "kysely";

/** A whole number. Some drivers give 64 bits as text: read it with `Number`. */
export type Integer = ColumnType<number | string, number, number>;
export type NullableInteger = ColumnType<number | string | null, number | null, number | null>;

/** A JSON document, as text: every character survives, NUL and lone surrogates too. */
export type Json = string;

/** A row to write, with all its columns. */
export type NewRow<Table> = { readonly [Column in keyof Table]: InsertType<Table[Column]> };
