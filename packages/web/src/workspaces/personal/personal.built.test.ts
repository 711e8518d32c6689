import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible } from "../../testing/accessible.ts";
import { serverTest } from "../../testing/browser-test.ts";
import { fitsEachWidth } from "../../testing/rewinding.ts";

const PAGE = 50;

const rowsOf = (page: Page) =>
  page.getByRole("table", { name: "Workspaces" }).locator("tbody").getByRole("row");
const first = async (page: Page) => await rowsOf(page).first().getByRole("link").first().textContent();

/** Chooses an item of the menu of a workspace by the keyboard. */
async function choose(page: Page, workspace: string, item: string): Promise<void> {
  const menu = page.getByRole("button", { name: `Actions for ${workspace}`, exact: true });
  await menu.press("Enter");
  await page.getByRole("menuitem", { name: item, exact: true }).press("Enter");
}

serverTest(
  "a pinned workspace is on top in all tabs, also if it is on no loaded page",
  { path: "/integration/tokens", expected: [/ 404 GET .*\/api\/workspaces\/ws_/, /status of 404/] },
  async ({ page, call }, server) => {
    const make = async (name: string) => await call<{ id: string }>("POST", "/api/workspaces", { name });
    const { id } = await make("oldest");
    for (let number = 100; number < 100 + PAGE + 5; number++) await make(`site-${number}`);
    await page.goto(`${server.origin}/workspaces?search=oldest`);
    await choose(page, "oldest", "Pin");
    await rowsOf(page).getByRole("img", { name: "Pinned" }).waitFor();

    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(`${server.origin}/workspaces`);
    await expect.poll(async () => await first(page)).toBe("oldest");
    expect(await rowsOf(page).count()).toBe(PAGE + 1);
    expect(requests.filter((url) => url.includes("cursor="))).toEqual([]);
    await expectAccessible(page);
    await fitsEachWidth(page);

    const other = await page.context().newPage();
    await other.goto(`${server.origin}/workspaces`);
    await choose(other, "site-120", "Pin");
    await expect.poll(async () => await first(other)).toBe("site-120");
    await expect.poll(async () => await first(page)).toBe("site-120");
    await choose(other, "site-120", "Unpin");
    await expect.poll(async () => await first(page)).toBe("oldest");
    await other.close();

    await call("DELETE", `/api/workspaces/${id}`);
    await page.reload();
    await expect.poll(async () => await first(page)).toBe("site-154");
    expect(await rowsOf(page).getByRole("img", { name: "Pinned" }).count()).toBe(0);
    const stored = () => page.evaluate<string>("JSON.stringify(localStorage)");
    expect(await stored()).toContain("personal-view");
    // It is unpinned when the answer to the request for it has arrived, which may be after that to the list.
    await expect.poll(stored).not.toContain(id);
  },
);

serverTest(
  "archived workspaces leave the list of this browser, and are listed where they are asked for",
  { path: "/integration/tokens" },
  async ({ page, call }, server) => {
    const ids: string[] = [];
    for (const name of ["one", "two", "three"])
      ids.push((await call<{ id: string }>("POST", "/api/workspaces", { name })).id);
    const names = async () => await rowsOf(page).getByRole("link").allTextContents();
    await page.goto(`${server.origin}/workspaces`);
    await choose(page, "two", "Archive");
    await expect.poll(names).toEqual(["three", "one"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(names).toEqual(["three", "two", "one"]);
    await choose(page, "two", "Archive");
    await expect.poll(names).toEqual(["three", "one"]);

    await page.getByRole("radio", { name: "All", exact: true }).focus();
    await page.keyboard.press("ArrowLeft");
    await page.waitForURL(`${server.origin}/workspaces?show=archived`);
    await expect.poll(names).toEqual(["two"]);
    await page.reload();
    await expect.poll(names).toEqual(["two"]);
    await expectAccessible(page);
    await choose(page, "two", "Unarchive");
    await page.getByText("No matching workspaces").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(names).toEqual(["three", "two", "one"]);

    for (const name of ["one", "two", "three"]) await choose(page, name, "Archive");
    await page.getByText("All workspaces are archived").waitFor();
    await page.getByRole("button", { name: "Show archived workspaces" }).click();
    await expect.poll(names).toEqual(["three", "two", "one"]);
    // They stay in the archive of this browser.
    for (const id of ids) await call("DELETE", `/api/workspaces/${id}`);
    await page.goto(`${server.origin}/workspaces`);
    await page.getByText("Create your first workspace").waitFor();
  },
);
