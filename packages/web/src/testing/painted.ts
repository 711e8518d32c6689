import type { Page } from "playwright-core";

/** Resolves after the next frame. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
}
