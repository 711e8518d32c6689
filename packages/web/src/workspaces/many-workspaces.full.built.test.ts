import { expect } from "vitest";
import { serverTest } from "../testing/browser-test.ts";

const COUNT = 1_200;
const PAGE = 50;
const SORTED_PAGE = 100;
const MAX_PARALLEL = 12;

serverTest(
  "1,200 workspaces are loaded page by page, found by name, and sorted",
  { path: "/integration/tokens" },
  async (app, server) => {
    const { page } = app;
    const name = (number: number) => `team-${String(number).padStart(4, "0")}`;
    for (let first = 1; first <= COUNT; first += MAX_PARALLEL) {
      const numbers = Array.from({ length: MAX_PARALLEL }, (_, index) => first + index);
      await Promise.all(
        numbers.map(async (number) => await app.call("POST", "/api/workspaces", { name: name(number) })),
      );
    }
    const requests: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/workspaces")) requests.push(request.url());
    });
    await page.goto(`${server.origin}/workspaces`);
    const table = page.getByRole("table", { name: "Workspaces" });
    const rows = table.locator("tbody").getByRole("row");
    await rows.first().waitFor();
    expect(await rows.count()).toBe(PAGE);
    expect(requests.filter((url) => url.includes("cursor="))).toEqual([]);

    for (let shown = PAGE; shown < COUNT; shown += PAGE) {
      await expect
        .poll(async () => {
          await rows.last().scrollIntoViewIfNeeded();
          return await rows.count();
        })
        .toBeGreaterThan(shown);
      shown = (await rows.count()) - PAGE;
    }
    expect(await rows.count()).toBe(COUNT);
    const names = await rows.getByRole("link").allTextContents();
    expect(new Set(names).size).toBe(COUNT);

    const search = page.getByRole("searchbox", { name: "Search workspaces" });
    await search.fill("TEAM-0777");
    await expect.poll(async () => await rows.count()).toBe(1);
    expect(page.url()).toBe(`${server.origin}/workspaces?search=TEAM-0777`);
    await page.reload();
    await page.getByRole("link", { name: "team-0777" }).waitFor();
    expect(await rows.count()).toBe(1);
    await search.fill("nowhere");
    await page.getByText("No matching workspaces").waitFor();

    await page.goto(`${server.origin}/workspaces`);
    await page.getByRole("radio", { name: "A to Z" }).check({ force: true });
    const first = rows.first().getByRole("link");
    await expect.poll(async () => await first.textContent()).toBe(name(1));
    expect(await rows.count()).toBe(SORTED_PAGE);
    await rows.last().scrollIntoViewIfNeeded();
    await expect.poll(async () => await rows.count()).toBeGreaterThan(SORTED_PAGE);
    const sorted = await rows.getByRole("link").allTextContents();
    expect(sorted).toEqual(sorted.map((_, index) => name(index + 1)));

    // A dialog does not begin the list again.
    const last = await rows.last().elementHandle();
    await page.getByRole("button", { name: "New workspace" }).press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await last.evaluate((row) => row.isConnected)).toBe(true);
  },
);
