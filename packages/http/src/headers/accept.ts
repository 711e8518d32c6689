import { DomainError } from "@workspace-agent/core";
import { preferencesOf } from "./preferences.ts";

/** For an address that answers in another form to another `Accept`. */
export const VARY_ACCEPT = { vary: "accept" } as const;

/** How exactly a range means a type: 3 by its name, 2 by its family, 1 by naming everything, 0 not at all. */
function precision(range: string, type: string): 0 | 1 | 2 | 3 {
  if (range === type) return 3;
  if (range === `${type.slice(0, type.indexOf("/"))}/*`) return 2;
  return range === "*/*" ? 1 : 0;
}

/** Whether the header names the type itself, and not only a wildcard. */
export function namesType(accept: string | null, type: string): boolean {
  return preferencesOf(accept ?? "").some(({ value, weight }) => value === type && weight > 0);
}

/** Whether the header names the type itself, and names or means no `other` at least as much. */
export function prefers(accept: string | null, type: string, other: string): boolean {
  return namesType(accept, type) && negotiate(accept, [other, type]) === type;
}

/**
 * The type that the header wants most; of equally wanted ones that which it means more exactly, then the first. No header takes
 * everything. Throws `not_acceptable` where it takes none of them.
 */
export function negotiate<Type extends string>(
  accept: string | null,
  offered: readonly [Type, ...Type[]],
): Type {
  if (accept === null || accept.trim() === "") return offered[0];
  const ranges = preferencesOf(accept);
  const wanted = offered.flatMap((type) => {
    const meant = ranges
      .map(({ value, weight }) => ({ type, weight, precision: precision(value, type) }))
      .filter((match) => match.precision > 0)
      .sort((a, b) => b.precision - a.precision)[0];
    return meant === undefined || meant.weight === 0 ? [] : [meant];
  });
  const [best] = wanted.sort((a, b) => b.weight - a.weight || b.precision - a.precision);
  if (best !== undefined) return best.type;
  throw new DomainError("not_acceptable", `This is given as ${offered.join(", ")}.`);
}
