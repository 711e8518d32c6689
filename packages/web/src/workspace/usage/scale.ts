/** Numbers at which lines are drawn, from 0 to one that is not below `max`: 1, 2 or 5 times a power of ten apart. */
export function ticksUpTo(max: number, count = 4): readonly number[] {
  if (!(max > 0)) return [0, 1];
  const raw = max / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= raw * (1 - 1e-9)) ?? 10);
  const steps = Math.ceil(max / step - 1e-9);
  return Array.from({ length: steps + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** Wide enough for the widest figure and letter of a label's size. */
const CHARACTER = 7.5;
const LEAST = 40;
const GAP = 12;

/** So many pixels hold the labels of an axis. */
export function axisWidth(labels: readonly string[]): number {
  const longest = Math.max(0, ...labels.map(({ length }) => length));
  return Math.max(LEAST, Math.ceil(longest * CHARACTER) + GAP);
}

/** Every how many labels one is shown, so that `room` pixels hold them. */
export function labelEvery(count: number, room: number, width: number): number {
  return Math.max(1, Math.ceil((count * width) / Math.max(1, room)));
}

const DAY_MS = 86_400_000;

/** The days from the first to the last, those on which nothing was used too: `2026-01-31`. */
export function daysBetween(first: string, last: string): readonly string[] {
  const [from, to] = [Date.parse(first), Date.parse(last)];
  const count = Math.round((to - from) / DAY_MS) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    new Date(from + index * DAY_MS).toISOString().slice(0, 10),
  );
}
