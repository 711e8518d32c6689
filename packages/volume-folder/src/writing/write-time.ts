/** What a double can hold of a time in seconds, with room to spare. */
const STEP_MICROSECONDS = 10;

let last = 0;

/** The time, in seconds, later than any that was given before: clocks of file systems stand still for milliseconds. */
export function nextWriteTime(): number {
  last = Math.max(Date.now() * 1_000, last + STEP_MICROSECONDS);
  return last / 1_000_000;
}
