import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible } from "../testing/accessible.ts";
import { serverTest } from "../testing/browser-test.ts";
import { PASSWORD } from "../testing/server.ts";
import { narrowScenes, scenes, type Scene } from "../testing/gallery.ts";

/** A folder for screenshots, to review changes of the design. */
const SCREENSHOTS = process.env["WEB_PICTURES"];

async function screenshot(page: Page, name: string): Promise<void> {
  if (SCREENSHOTS === undefined) return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(SCREENSHOTS, `${name}-${colorScheme}.png`) });
  }
  await page.emulateMedia({ colorScheme: "light" });
}

async function check(page: Page, origin: string, { name, path, open }: Scene, width: number): Promise<void> {
  await page.goto(origin + path);
  await open(page);
  await screenshot(page, `${name}-${width}`);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect.soft(overflow, `${name} at ${width} px`).toBeLessThanOrEqual(0);
  await expectAccessible(page);
}

serverTest(
  "every screen and dialog is accessible in light and dark, and fits a desktop and a phone",
  { path: "/integration/tokens", expected: [/404.*nowhere/, /401/] },
  async (app, server) => {
    const { page } = app;
    const all = await scenes(app);
    for (const scene of all) await check(page, server.origin, scene, 1280);
    await app.call("POST", "/api/auth/sign-in", { password: PASSWORD });
    await page.setViewportSize({ width: 390, height: 844 });
    for (const scene of narrowScenes(all)) await check(page, server.origin, scene, 390);
  },
);
