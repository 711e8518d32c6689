const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const UNITS = ["KiB", "MiB", "GiB", "TiB"] as const;

/** `512 B`, `1.4 MiB`. */
export function describeBytes(bytes: number): string {
  if (bytes < 1023.95) return `${bytes} B`;
  let size = bytes / 1024;
  let unit = 0;
  for (; size >= 1023.95 && unit < UNITS.length - 1; unit++) size /= 1024;
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${UNITS[unit] ?? ""}`;
}

/** `950`, `1.2K`, `3.4M`. */
export function describeCount(count: number): string {
  return COMPACT.format(count);
}

/** `1 file`, `1,200 files`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? noun : plural}`;
}

/** US dollars: `$1.20`, with two significant digits below a cent. */
export function describeCost(usd: number): string {
  if (usd === 0) return "$0";
  return usd < 0.01 ? `$${usd.toPrecision(2)}` : `$${usd.toFixed(2)}`;
}

/** Milliseconds as `850 ms`, `4.2 s`, `3 min 5 s` or `2 h 10 min`. */
export function describeDuration(ms: number): string {
  if (ms <= 0) return "0 s";
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${Number((ms / 1000).toFixed(1))} s`;
  const [total, large, small] =
    ms < 3_600_000 ? [Math.floor(ms / 1000), "min", "s"] : [Math.floor(ms / 60_000), "h", "min"];
  const rest = total % 60 === 0 ? "" : ` ${total % 60} ${small}`;
  return `${Math.floor(total / 60).toLocaleString("en")} ${large}${rest}`;
}
