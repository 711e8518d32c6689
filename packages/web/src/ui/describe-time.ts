const STEPS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

const format = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** A time relative to another, both in milliseconds: `3 minutes ago`, `in 5 days`. */
export function describeTime(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000);
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit);
  }
  return "just now";
}
