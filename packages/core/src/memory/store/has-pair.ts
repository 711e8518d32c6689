import type { Pair } from "../../domain/wire.ts";

/** Whether labels or metadata have a pair. Without one, true. */
export function hasPair(pairs: Readonly<Record<string, string>>, pair: Pair | undefined): boolean {
  return pair === undefined || pairs[pair.key] === pair.value;
}
