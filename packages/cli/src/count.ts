import { InvalidArgumentError } from "commander";

/** A parser of whole numbers from `least` on. */
export function parseCount(least: number): (text: string) => number {
  return (text) => {
    const count = /^\d+$/.test(text) ? Number(text) : NaN;
    if (!Number.isSafeInteger(count) || count < least)
      throw new InvalidArgumentError(`It takes a whole number from ${least} on.`);
    return count;
  };
}
