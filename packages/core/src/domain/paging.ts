import * as v from "valibot";
import { DomainError } from "./errors/domain-error.ts";
import { shortText, wholeNumber } from "./wire.ts";

export const DEFAULT_PAGE = 50;
export const MAX_PAGE = 500;

export interface PageRequest {
  /** 1 to 500, default 50. */
  readonly limit?: number | undefined;
  /** `next` of the previous page. */
  readonly cursor?: string | undefined;
}

export const PageRequestSchema = v.strictObject({
  limit: v.optional(
    v.pipe(wholeNumber(1, MAX_PAGE), v.description("Maximum number of items per page. Default 50.")),
  ),
  cursor: v.optional(
    v.pipe(shortText(512), v.description("The cursor from the `Link` header of the previous page.")),
  ),
});

export interface Page<T> {
  /** A frozen array is deeply frozen, so results derived from it stay valid. */
  readonly items: readonly T[];
  /** The cursor of the next page, or null at the end. */
  readonly next: string | null;
}

/** An opaque cursor: the last id or seq of the page, in base64url. */
export function encodeCursor(last: string | number): string {
  return btoa(String(last)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Decodes a cursor whose key has a form. Throws `invalid_request` if it is not valid. */
export function decodeCursor(cursor: string, form = /^[a-z0-9_]{1,64}$/): string {
  try {
    const text = atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
    if (form.test(text)) return text;
  } catch {
    // Not base64.
  }
  throw new DomainError("invalid_request", "The cursor is not one that this service gave.");
}

/** Decodes a cursor whose key is a number. Throws `invalid_request` if it is not valid. */
export const decodeNumber = (cursor: string): number => Number(decodeCursor(cursor, /^[0-9]{1,15}$/));

/** A part of a list, newest first. Ids sort by time, so additions do not move a page. */
export interface NewestFirst {
  readonly limit: number;
  /** Only records older than this id. */
  readonly before?: string | undefined;
}

/** A page of the rows that may be seen: rows are read until there is one more than it has. */
export async function newestPage<Row extends { readonly id: string }>(
  { limit = DEFAULT_PAGE, cursor }: PageRequest,
  read: (page: NewestFirst) => Promise<readonly Row[]>,
  isSeen: (row: Row) => boolean = () => true,
): Promise<Page<Row>> {
  const rows: Row[] = [];
  for (let before = cursor === undefined ? undefined : decodeCursor(cursor); ;) {
    const found = await read({ limit: limit + 1, before });
    rows.push(...found.filter(isSeen));
    before = found.at(-1)?.id;
    if (found.length <= limit || rows.length > limit) return toPage(rows, limit, ({ id }) => id);
  }
}

/** Makes a page of up to `limit + 1` rows. `keyOf` returns the cursor key of a row. */
export function toPage<T>(rows: readonly T[], limit: number, keyOf: (row: T) => string | number): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? encodeCursor(keyOf(last)) : null };
}
