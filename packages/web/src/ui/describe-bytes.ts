const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"] as const;

/** A size as people read it: `512 B`, `1.4 MiB`. */
export function describeBytes(bytes: number): string {
  let size = bytes;
  let unit: (typeof UNITS)[number] = "B";
  for (const next of UNITS.slice(1)) {
    if (size < 1023.95) break;
    size /= 1024;
    unit = next;
  }
  return unit === "B" ? `${size} B` : `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`;
}
