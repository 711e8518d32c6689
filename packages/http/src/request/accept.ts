import { DomainError } from "@workspace-agent/core";

interface Range {
  readonly type: string;
  /** 0 to 1. */
  readonly weight: number;
}

/** The ranges of an `Accept` header (RFC 9110 section 12.5.1), in lower case; one with a weight that is none counts as not there. */
function rangesOf(accept: string): readonly Range[] {
  return accept.split(",").flatMap((text): Range[] => {
    const [type = "", ...parameters] = text
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
    const isWeight = /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight);
    return type === "" || !isWeight ? [] : [{ type, weight: Number(weight) }];
  });
}

/** How exactly a range means a type: 3 by its name, 2 by its family, 1 by naming everything, 0 not at all. */
function precision(range: string, type: string): 0 | 1 | 2 | 3 {
  if (range === type) return 3;
  if (range === `${type.slice(0, type.indexOf("/"))}/*`) return 2;
  return range === "*/*" ? 1 : 0;
}

/** Whether the header names the type itself, and not only a wildcard. */
export function namesType(accept: string | null, type: string): boolean {
  return rangesOf(accept ?? "").some((range) => range.type === type && range.weight > 0);
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
  const ranges = rangesOf(accept);
  const wanted = offered.flatMap((type) => {
    const meant = ranges
      .map((range) => ({ type, weight: range.weight, precision: precision(range.type, type) }))
      .filter((match) => match.precision > 0)
      .sort((a, b) => b.precision - a.precision)[0];
    return meant === undefined || meant.weight === 0 ? [] : [meant];
  });
  const [best] = wanted.sort((a, b) => b.weight - a.weight || b.precision - a.precision);
  if (best !== undefined) return best.type;
  throw new DomainError("not_acceptable", `This is given as ${offered.join(", ")}.`);
}
