import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "../testing/accessible.ts";
import { hasBrowser, openContext } from "../testing/browser.ts";
import { narrowScenes, scenes, type Scene } from "../testing/gallery.ts";
import { openApp, PATIENCE_MS } from "../testing/open-app.ts";
import { startServer } from "../testing/server.ts";

/** A folder for pictures of what is looked at, for whoever changes how things look. */
const PICTURES = process.env["WEB_PICTURES"];

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(PICTURES, `${name}-${colorScheme}.png`) });
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/** What stands out of the page at its side. */
async function overflow(page: Page): Promise<number> {
  return await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

async function look(page: Page, origin: string, { name, path, open }: Scene, width: number): Promise<void> {
  await page.goto(origin + path);
  await open(page);
  await picture(page, `${name}-${width}`);
  expect.soft(await overflow(page), `${name} at ${width} px`).toBeLessThanOrEqual(0);
  await expectAccessible(page);
}

test.runIf(hasBrowser("every screen in a browser"))(
  "every screen and dialog is accessible in light and dark, and as wide as a screen and a phone",
  async () => {
    await using server = await startServer();
    await using app = await openApp({ server, path: "/integration/tokens", expected: [/404.*nowhere/] });
    const { page } = app;
    const all = await scenes(app);
    for (const scene of all) await look(page, server.origin, scene, 1280);
    await page.setViewportSize({ width: 390, height: 844 });
    for (const scene of narrowScenes(all)) await look(page, server.origin, scene, 390);

    await using context = await openContext();
    const stranger = await context.newPage();
    stranger.setDefaultTimeout(PATIENCE_MS);
    await stranger.goto(`${server.origin}/sign-in`);
    await stranger.getByLabel("Password").fill("wrong");
    await picture(stranger, "sign-in-1280");
    await stranger.getByRole("button", { name: "Sign in" }).click();
    await stranger.getByRole("alert").waitFor();
    await expectAccessible(stranger);
    await stranger.setViewportSize({ width: 390, height: 844 });
    await picture(stranger, "sign-in-390");
    await expectAccessible(stranger);
  },
  600_000,
);
