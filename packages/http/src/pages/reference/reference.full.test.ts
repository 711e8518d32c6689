import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nodeServer } from "../../node-server.test-support.ts";
import { testApi } from "../../test-api.test-support.ts";
import { noBrowser, startBrowser, visitor } from "../browser.test-support.ts";
import { tryOut } from "./reference.test-support.ts";

if (noBrowser !== null) console.warn(`\nSKIPPED: the reference in a browser, since ${noBrowser}\n`);

// A browser takes its time where many tests run at once.
describe.skipIf(noBrowser !== null)("the reference in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(async () => await browser.close());

  test("shows the groups whose names are looked for", async () => {
    await using api = await testApi();
    await using server = await nodeServer(api.handler);
    await using guest = await visitor(browser, server.url, api.cookie);
    const { page, complaints } = guest;
    await page.goto(`${server.url}/api/docs`);
    await page.getByRole("searchbox", { name: "Search operations" }).fill("chat message");
    await page.locator('[id="/Chat/chat"] > summary').waitFor();
    expect(await page.locator("main > section:not([hidden])").count()).toBeLessThan(4);
    await page.getByRole("searchbox", { name: "Search operations" }).fill("nothing like this");
    await page.getByText("No operation matches.").waitFor();
    // A link to what the search hides ends the search.
    await page.getByRole("link", { name: "Batches" }).click();
    await page.getByRole("heading", { name: "Batches" }).waitFor();
    await page.goto(`${server.url}/api/docs#%`);
    await page.reload();
    await page.getByRole("searchbox", { name: "Search operations" }).fill("chat message");
    await page.locator('[id="/Workspaces/listWorkspaces"]').waitFor({ state: "hidden" });
    expect(complaints).toEqual([]);
  });

  test("sends what changes something with its own origin", async () => {
    await using api = await testApi();
    await using server = await nodeServer(api.handler);
    await using guest = await visitor(browser, server.url, api.cookie);
    await guest.page.goto(`${server.url}/api/docs#/Workspaces/createWorkspace`);
    expect(await tryOut(guest.page, "Workspaces", "createWorkspace")).toMatch(/^201/);
    expect((await api.call("GET", "/api/workspaces")).json).toHaveLength(1);
    expect(guest.complaints).toEqual([]);
  });

  test("sends a body as the content type that is chosen, as text or as a file", async () => {
    await using api = await testApi();
    await using server = await nodeServer(api.handler);
    await using guest = await visitor(browser, server.url, api.cookie);
    const { page } = guest;
    await page.goto(`${server.url}/api/docs#/Prompts/loadPrompts`);
    const bulk = page.locator('[id="/Prompts/loadPrompts"]');
    await bulk.locator(".try > summary").click();
    await bulk.getByLabel("Content type").selectOption("application/x-ndjson");
    await bulk
      .getByRole("textbox", { name: "Body" })
      .fill('{"name":"one","content":"1"}\n{"name":"two","content":"2"}\n');
    await bulk.getByRole("button", { name: "Send" }).click();
    await bulk.locator("output p").getByText(/^200 /).waitFor();
    expect((await api.call("GET", "/api/prompts")).json).toHaveLength(2);
    await page.goto(`${server.url}/api/docs#/Skills/createSkill`);
    const skill = page.locator('[id="/Skills/createSkill"]');
    await skill.locator(".try > summary").click();
    await skill.getByLabel("Content type").selectOption("application/zip");
    await skill
      .locator("input[type=file]:visible")
      .setInputFiles({ name: "a.zip", mimeType: "application/zip", buffer: Buffer.from("no archive") });
    const [request] = await Promise.all([
      page.waitForRequest(/\/api\/skills$/),
      skill.getByRole("button", { name: "Send" }).click(),
    ]);
    const { "content-type": type, "content-length": length } = await request.allHeaders();
    expect([type, length]).toEqual(["application/zip", "10"]);
    await skill.locator("output p").getByText(/^400 /).waitFor();
    expect(guest.complaints).toEqual([expect.stringContaining("400")]);
  });

  test("shows the messages that webhooks receive", async () => {
    await using api = await testApi();
    await using server = await nodeServer(api.handler);
    await using guest = await visitor(browser, server.url, api.cookie);
    const { page } = guest;
    await page.goto(`${server.url}/api/docs#/Webhooks/onTurnEnded`);
    const message = page.locator('[id="/Webhooks/onTurnEnded"]');
    await message.getByText("webhook-signature").waitFor();
    await message.getByRole("link", { name: "TurnEndedMessage" }).click();
    await page.locator("#type-TurnEndedMessage").getByText("data.session_id").waitFor();
    expect(guest.complaints).toEqual([]);
  });

  test("opens the operation that its address names, and says what may go wrong by links", async () => {
    await using api = await testApi();
    await using server = await nodeServer(api.handler);
    await using guest = await visitor(browser, server.url, api.cookie);
    const { page } = guest;
    await page.goto(`${server.url}/api/docs#/Chat/chat`);
    await page.locator('[id="/Chat/chat"]').getByRole("link", { name: "sync_timeout" }).click();
    await page.waitForURL(/\/api\/docs\/errors#sync_timeout$/);
    expect(await page.locator("#sync_timeout").innerText()).toContain("504");
    expect(guest.complaints).toEqual([]);
  });

  test.each([
    [1280, true],
    [390, false],
  ])("fits a screen of %i pixels (dark: %j)", async (width, dark) => {
    await using api = await testApi();
    await using server = await nodeServer(api.handler);
    await using guest = await visitor(browser, server.url, api.cookie, { width, dark });
    const { page } = guest;
    for (const path of ["/api/docs#/Chat/chat", "/api/docs/errors"]) {
      await page.goto(server.url + path);
      await page
        .locator(path.includes("errors") ? "article" : '[id="/Chat/chat"] table')
        .first()
        .waitFor();
      const [content, colour] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        getComputedStyle(document.body).backgroundColor,
      ]);
      expect(content).toBeLessThanOrEqual(width);
      const brightness = Number(/\d+/.exec(colour)?.[0]);
      expect(dark ? brightness < 64 : brightness > 192, colour).toBe(true);
    }
    expect(guest.complaints).toEqual([]);
  });
});
