import type { Pair } from "@workspace-agent/core/schemas";
import { pageParameters, type PageParameters } from "./newest-first.ts";
import type { NewestFirst } from "@workspace-agent/core/ports";

/**
 * What the JSON of labels or metadata holds wherever they have this pair; of no pair, a text that every JSON holds. The converse does
 * not hold: of the key `x"k` JSON writes `"x\\"k"`, in which the key `"k"` seems to be. So what is found has to be looked at.
 */
export function pairPart(pair: Pair | undefined): string {
  return pair === undefined ? "" : `${JSON.stringify(pair.key)}:${JSON.stringify(pair.value)}`;
}

/** A page of the rows that have a pair, from pages of rows that may have it, newest first. Without a pair, the first page. */
export async function pageWithPair<Row>(
  pair: Pair | undefined,
  page: NewestFirst,
  read: (page: PageParameters) => Promise<readonly Row[]>,
  of: { readonly id: (row: Row) => string; readonly pairs: (row: Row) => Readonly<Record<string, string>> },
): Promise<readonly Row[]> {
  const found: Row[] = [];
  let { before } = pageParameters(page);
  for (;;) {
    const rows = await read({ before, limit: page.limit });
    if (pair === undefined) return rows;
    found.push(...rows.filter((row) => of.pairs(row)[pair.key] === pair.value));
    const last = rows.at(-1);
    if (last === undefined || rows.length < page.limit || found.length >= page.limit) break;
    before = of.id(last);
  }
  return found.slice(0, page.limit);
}
