/** Waits until a condition holds; throws after 20 s. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 20_000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error("The condition did not come to hold in time.");
    await new Promise((resolve) => setImmediate(resolve));
  }
}
