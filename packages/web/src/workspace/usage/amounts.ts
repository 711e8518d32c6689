const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const WHOLE = new Intl.NumberFormat("en");

export const compactCount = (count: number) => COMPACT.format(count);
export const exactCount = (count: number) => WHOLE.format(count);

/** `$1.20`, and small sums to the digits that say something. */
export function describeCost(usd: number | null): string {
  if (usd === null) return "not known";
  if (usd === 0) return "$0";
  return usd < 0.01 ? `$${usd.toPrecision(2)}` : `$${usd.toFixed(2)}`;
}

/** Milliseconds as `850 ms`, `4.2 s`, `3 min 5 s` or `2 h 10 min`. */
export function describeDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${Number((ms / 1000).toFixed(1))} s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) {
    const seconds = Math.round((ms % 60_000) / 1000);
    return seconds === 0 ? `${minutes} min` : `${minutes} min ${seconds} s`;
  }
  const rest = minutes % 60;
  const hours = WHOLE.format(Math.floor(minutes / 60));
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
