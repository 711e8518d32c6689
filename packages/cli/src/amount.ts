import { InvalidArgumentError } from "commander";

/** Parses an amount above 0, such as `2` or `0.5`. */
export function parseAmount(text: string): number {
  const amount = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (!(amount > 0)) throw new InvalidArgumentError("Must be a number above 0.");
  return amount;
}
