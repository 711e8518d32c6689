import { vi } from "vitest";

/** Waits until `look` returns something truthy. The error after this time has the last one of `look` as its cause. */
export async function until<T>(look: () => Promise<T>, seconds = 120) {
  let cause: unknown = null;
  const looking = () =>
    look().catch((error: unknown) => {
      cause = error;
      return undefined;
    });
  return await vi.waitUntil(looking, { timeout: seconds * 1000 }).catch((error: unknown) => {
    throw cause === null ? error : new Error(`Not so in ${seconds} s.`, { cause });
  });
}
