import type { Page } from "playwright-core";

interface Held {
  /** Resolves when one of them is made. */
  readonly made: Promise<undefined>;
  readonly release: () => void;
}

/** Holds the requests of a method to an address back until they are released. */
export async function hold(page: Page, method: string, address: RegExp): Promise<Held> {
  const made = Promise.withResolvers<undefined>();
  const released = Promise.withResolvers<undefined>();
  await page.route(address, async (route) => {
    if (route.request().method() === method) {
      made.resolve(undefined);
      await released.promise;
    }
    await route.fallback();
  });
  return { made: made.promise, release: () => released.resolve(undefined) };
}
