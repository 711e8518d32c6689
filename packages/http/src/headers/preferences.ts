/** A value of a header such as `Accept`. */
export interface Preference {
  /** In lower case, without its parameters. */
  readonly value: string;
  /** 0 to 1. */
  readonly weight: number;
}

/**
 * Parses a header of preferences (RFC 9110 section 12.4) in its order; values with an invalid weight are ignored. The header is untrusted,
 * so it is split rather than matched: an expression for the surrounding space would backtrack.
 */
export function preferencesOf(header: string): readonly Preference[] {
  return header.split(",").flatMap((text): Preference[] => {
    const [value = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
    const isWeight = /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight);
    return value === "" || !isWeight ? [] : [{ value, weight: Number(weight) }];
  });
}
