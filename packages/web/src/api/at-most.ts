/** Runs tasks in order, at most so many at the same time. */
export function atMost(count: number): <Value>(task: () => Promise<Value>) => Promise<Value> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < count) running += 1;
    else await new Promise<void>((start) => waiting.push(start));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // The next one takes over.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
