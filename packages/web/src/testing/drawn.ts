import type { Page } from "playwright-core";

/** Resolves when the page has been drawn as it is by then. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
}
