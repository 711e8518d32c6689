import { REHEARSAL } from "../rehearsal.ts";
import { byReference } from "../../domain/models/model-index.ts";
import type { ModelPrices, PriceLookup, Prices, TokenPrices } from "../../domain/prices/model-prices.ts";

const FREE: ModelPrices = { input: 0, output: 0, cache_read: 0, cache_write: 0 };

function areAmounts({ input, output, cache_read, cache_write }: TokenPrices): boolean {
  return [input, output, cache_read, cache_write].every((amount) => Number.isFinite(amount) && amount >= 0);
}

function isUsable({ long_prompt: long, ...short }: ModelPrices): boolean {
  return areAmounts(short) && (long === undefined || (areAmounts(long) && Number.isFinite(long.above)));
}

function inTable(table: Readonly<Record<string, ModelPrices>>): PriceLookup {
  for (const [reference, prices] of Object.entries(table)) {
    if (!isUsable(prices)) throw new TypeError(`The prices of ${reference} are no amounts of dollars.`);
  }
  const known = new Map(Object.entries(table));
  return (reference) => byReference(known, reference);
}

function byFunction(ask: (reference: string) => ModelPrices | null): PriceLookup {
  return (reference) => {
    const prices = ask(reference);
    return prices !== null && isUsable(prices) ? prices : null;
  };
}

/**
 * How prices are looked up. A table is asked for a dated model by its name without the date too; what a function gives that is no
 * price counts as not known. The rehearsal model is free unless the host says otherwise. Throws a `TypeError` for a table with
 * what is no amount of dollars.
 */
export function priceLookup(prices: Prices): PriceLookup {
  const lookup = typeof prices === "function" ? byFunction(prices) : inTable(prices);
  return (reference) => lookup(reference) ?? (reference === REHEARSAL ? FREE : null);
}
