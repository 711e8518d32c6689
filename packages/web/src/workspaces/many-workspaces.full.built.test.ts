import { expect, test } from "vitest";
import { hasBrowser } from "../testing/browser.ts";
import { openApp } from "../testing/open-app.ts";
import { startServer } from "../testing/server.ts";

const COUNT = 1_200;
/** So many are shown at first, and with each page that comes into sight. */
const PAGE = 50;
const AT_ONCE = 12;

test.runIf(hasBrowser("1,200 workspaces in a browser"))(
  "of 1,200 workspaces a page is shown at first, all when somebody scrolls, and each is found by its name",
  async () => {
    await using server = await startServer();
    await using app = await openApp({ server, path: "/integration/tokens" });
    const { page } = app;
    const name = (number: number) => `team-${String(number).padStart(4, "0")}`;
    for (let first = 1; first <= COUNT; first += AT_ONCE) {
      const numbers = Array.from({ length: AT_ONCE }, (_, index) => first + index);
      await Promise.all(
        numbers.map(async (number) => await app.call("POST", "/api/workspaces", { name: name(number) })),
      );
    }
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/workspaces")) asked.push(request.url());
    });
    await page.goto(`${server.origin}/workspaces`);
    const table = page.getByRole("table", { name: "Workspaces" });
    const rows = table.locator("tbody").getByRole("row");
    await rows.first().waitFor();
    expect(await rows.count()).toBe(PAGE);
    expect(asked.filter((url) => url.includes("cursor="))).toEqual([]);

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
    await page.getByText("No workspace fits").waitFor();

    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("team-1199");
    await page.getByRole("option", { name: "team-1199" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "team-1199" }).waitFor();
  },
  240_000,
);
