import { InvalidArgumentError } from "commander";

/** Parses whole numbers of at least `least`. */
export function parseCount(least: number): (text: string) => number {
  return (text) => {
    const count = /^\d+$/.test(text) ? Number(text) : NaN;
    if (!Number.isSafeInteger(count) || count < least)
      throw new InvalidArgumentError(`Must be a whole number of at least ${least}.`);
    return count;
  };
}
