/** Lets whatever else waits in this process run: statements of an embedded database hold it while they run. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
