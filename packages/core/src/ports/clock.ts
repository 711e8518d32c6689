/** Time and timers, so that tests need no sleep. */
export interface Clock {
  /** Wall time in milliseconds since 1970. May jump; never used to measure a duration. */
  now(): number;
  /** A clock that never goes back, in milliseconds from an arbitrary start. */
  monotonic(): number;
  /** Resolves after `ms` milliseconds, or at once when `signal` aborts (never rejects). */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) {
        resolve();
        return;
      }
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener("abort", done, { once: true });
    }),
};
