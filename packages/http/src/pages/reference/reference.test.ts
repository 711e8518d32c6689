import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nodeServer } from "../../node-server.test-support.ts";
import { testApi } from "../../test-api.test-support.ts";
import { noBrowser, startBrowser, visitor } from "../browser.test-support.ts";
import { tryOut } from "./reference.test-support.ts";

if (noBrowser !== null) console.warn(`\nSKIPPED: the reference in a browser, since ${noBrowser}\n`);

describe.skipIf(noBrowser !== null)("the reference in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(async () => await browser.close());

  test("shows every group below a prefix, from this instance alone, and calls as the person who is signed in", async () => {
    await using api = await testApi({
      handler: { prefix: "/agents", publicUrl: "https://agents.example.com" },
    });
    await using server = await nodeServer(api.handler);
    await using guest = await visitor(browser, server.url, api.cookie);
    const { page, complaints } = guest;
    await page.goto(`${server.url}/agents/api/docs`);
    expect(await page.locator("main > section").count()).toBeGreaterThanOrEqual(8);
    expect(await tryOut(page, "Workspaces", "listWorkspaces")).toMatch(/^200/);
    expect(complaints).toEqual([]);
  });
});
