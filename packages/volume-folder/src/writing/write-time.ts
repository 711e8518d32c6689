/** Far above the precision of a time in seconds as a double. */
const STEP_MICROSECONDS = 10;

let last = 0;

/** The time in seconds, later than any returned before: file system clocks stand still for milliseconds. */
export function nextWriteTime(): number {
  last = Math.max(Date.now() * 1_000, last + STEP_MICROSECONDS);
  return last / 1_000_000;
}
