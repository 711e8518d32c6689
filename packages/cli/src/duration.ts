import { InvalidArgumentError } from "commander";

const UNIT_MS = { s: 1000, m: 60_000, h: 3_600_000 } as const;
/** Longer timers would fire immediately. */
const LONGEST_MS = 576 * UNIT_MS.h;

/** `90`, `90s`, `15m`, `2h` as milliseconds, at most 576h. */
export function parseDuration(text: string): number {
  const [, amount, unit = "s"] = /^(\d{1,6}(?:\.\d+)?)([smh])?$/.exec(text) ?? [];
  const ms = Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS];
  if (!(ms > 0 && ms <= LONGEST_MS))
    throw new InvalidArgumentError("Must be a duration such as 90s, 15m or 2h, at most 576h.");
  return ms;
}
