import { DomainError } from "./errors/domain-error.ts";

export const DEFAULT_PAGE = 50;
export const MAX_PAGE = 500;

export interface PageRequest {
  /** 1 to 500, default 50. */
  readonly limit?: number;
  /** What the page before gave as `next`. */
  readonly cursor?: string;
}

export interface Page<T> {
  /** A frozen array is frozen in depth: what was made of it before holds for it still. */
  readonly items: readonly T[];
  /** The cursor of the next page, or null at the end. */
  readonly next: string | null;
}

/** The cursor is opaque to callers: the last id (or seq) of the page, in base64url. */
export function encodeCursor(last: string | number): string {
  return btoa(String(last)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** What a cursor holds; throws `invalid_request` for what no page gave. */
export function decodeCursor(cursor: string): string {
  try {
    const text = atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
    if (/^[a-z0-9_]{1,64}$/.test(text)) return text;
  } catch {
    // Not base64: refused below like any other text that no page gave.
  }
  throw new DomainError("invalid_request", "The cursor is not one that this service gave.");
}

/** Cuts one item more than asked into a page; `keyOf` names an item for the cursor. */
export function toPage<T>(rows: readonly T[], limit: number, keyOf: (row: T) => string | number): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? encodeCursor(keyOf(last)) : null };
}
