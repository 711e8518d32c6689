import { InvalidArgumentError } from "commander";

/** Collects the values of a repeated option. */
export const collect = (value: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  value,
];

/** Collects the `key=value` pairs of a repeated option. A value may be empty. */
export function collectPairs(
  text: string,
  before: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const end = text.indexOf("=");
  if (end < 1) throw new InvalidArgumentError("Must be key=value.");
  return { ...before, [text.slice(0, end)]: text.slice(end + 1) };
}
