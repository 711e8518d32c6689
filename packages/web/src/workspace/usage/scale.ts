/** The ticks of an axis from 0 to at least `max`, in steps of 1, 2, or 5 times a power of ten. */
export function ticksUpTo(max: number, count = 4): readonly number[] {
  if (!(max > 0)) return [0, 1];
  const raw = max / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= raw * (1 - 1e-9)) ?? 10);
  const steps = Math.ceil(max / step - 1e-9);
  return Array.from({ length: steps + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

const CHARACTER_PX = 7.5;
const MIN_AXIS_PX = 40;
const GAP_PX = 12;

/** The width of an axis in pixels. */
export function axisWidth(labels: readonly string[]): number {
  const longest = Math.max(0, ...labels.map(({ length }) => length));
  return Math.max(MIN_AXIS_PX, Math.ceil(longest * CHARACTER_PX) + GAP_PX);
}

/** Shows every nth label, so that the labels fit into a width in pixels. */
export function labelStep(count: number, width: number, labelWidth: number): number {
  return Math.max(1, Math.ceil((count * labelWidth) / Math.max(1, width)));
}

const DAY_MS = 86_400_000;

/** All days between two days: `2026-01-31`. */
export function daysBetween(first: string, last: string): readonly string[] {
  const [from, to] = [Date.parse(first), Date.parse(last)];
  const count = Math.round((to - from) / DAY_MS) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    new Date(from + index * DAY_MS).toISOString().slice(0, 10),
  );
}
