/** Now, in µs, on the clock that all processes of a machine share. */
export function microseconds() {
  return Number(process.hrtime.bigint() / 1000n);
}
