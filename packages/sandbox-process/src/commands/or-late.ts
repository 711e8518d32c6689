/** The result of `promise`, or `late` after `ms` milliseconds; then the promise goes on. Waiting keeps no process alive. */
export function orLate<T, const L>(promise: Promise<T>, ms: number, late: L): Promise<T | L> {
  const { promise: over, resolve } = Promise.withResolvers<L>();
  const timer = setTimeout(() => resolve(late), ms);
  timer.unref();
  return Promise.race([promise, over]).finally(() => clearTimeout(timer));
}
