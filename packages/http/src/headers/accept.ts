import { DomainError } from "@workspace-agent/core";
import { preferencesOf } from "./preferences.ts";

/** For routes whose format depends on `Accept`. */
export const VARY_ACCEPT = { vary: "accept" } as const;

/** How precisely a range matches a type: 3 exactly, 2 by family, 1 by a wildcard, 0 not at all. */
function precision(range: string, type: string): 0 | 1 | 2 | 3 {
  if (range === type) return 3;
  if (range === `${type.slice(0, type.indexOf("/"))}/*`) return 2;
  return range === "*/*" ? 1 : 0;
}

/** Whether the header names the type itself rather than a wildcard. */
export function namesType(accept: string | null, type: string): boolean {
  return preferencesOf(accept ?? "").some(({ value, weight }) => value === type && weight > 0);
}

/** Whether the header names the type itself and does not prefer `other`. */
export function prefers(accept: string | null, type: string, other: string): boolean {
  return namesType(accept, type) && negotiate(accept, [other, type]) === type;
}

/** The preferred type; on a tie the more precise match, then the first. Without a header, any type is accepted. Throws `not_acceptable`. */
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
  throw new DomainError("not_acceptable", `Supported types: ${offered.join(", ")}.`);
}
