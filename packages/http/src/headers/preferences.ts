/** One of the values that a header such as `Accept` lists. */
export interface Preference {
  /** In lower case, without its parameters. */
  readonly value: string;
  /** 0 to 1. */
  readonly weight: number;
}

/**
 * The values of a header of preferences (RFC 9110 section 12.4), in its order. One whose weight is not valid counts as not sent.
 * Anybody can send such a header, so it is split by its separators: an expression for the space around them backtracks.
 */
export function preferencesOf(header: string): readonly Preference[] {
  return header.split(",").flatMap((text): Preference[] => {
    const [value = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
    const isWeight = /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight);
    return value === "" || !isWeight ? [] : [{ value, weight: Number(weight) }];
  });
}
