import { expect } from "vitest";
import { expectAccessible } from "../testing/accessible.ts";
import { browserTest, serverTest } from "../testing/browser-test.ts";
import { fenced, runTurn } from "../testing/chatting.ts";
import { freshName } from "../testing/fresh-name.ts";
import { fitsEachWidth } from "../testing/rewinding.ts";

browserTest(
  "workspaces are listed by a label, which a row or the field has",
  { path: "/integration/tokens" },
  async ({ page, call, server }) => {
    const [team, maps, shop, other] = [
      freshName("team"),
      freshName("maps"),
      freshName("shop"),
      freshName("other"),
    ];
    await call("POST", "/api/workspaces", { name: maps, labels: { team, "a:b": "c" } });
    await call("POST", "/api/workspaces", { name: shop, labels: { team } });
    await call("POST", "/api/workspaces", { name: other, labels: { [team]: "" } });
    await page.goto(`${server.origin}/workspaces?search=${maps}`);
    const rows = page.getByRole("table", { name: "Workspaces" }).locator("tbody");
    const names = async () => await rows.locator("a.item-name").allTextContents();
    await rows.getByText("a:b: c").waitFor();
    expect(await rows.getByRole("link").count()).toBe(2);
    await rows.getByRole("link", { name: `team: ${team}` }).press("Enter");
    await page.getByRole("searchbox", { name: "Search workspaces" }).fill("");
    await expect.poll(names).toEqual([shop, maps]);
    expect(new URL(page.url()).searchParams.get("label")).toBe(`team:${team}`);
    await page.reload();
    await expect.poll(names).toEqual([shop, maps]);

    const field = page.getByRole("searchbox", { name: "Label key:value" });
    await field.fill(team);
    await page.getByText("Write it as key:value.").waitFor();
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    await expectAccessible(page);
    await fitsEachWidth(page);
    await field.fill(`${team}:`);
    await expect.poll(names).toEqual([other]);
    await field.fill(`${team}:none`);
    await page.getByText("No workspace matches these filters.").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.waitForURL(`${server.origin}/workspaces`);
    await page.getByRole("link", { name: other }).waitFor();
  },
);

serverTest(
  "workspaces in a state are found on all pages of the list, and sorted when all are read",
  { path: "/integration/tokens", expected: [/ 400 GET .*cursor=/, /status of 400/] },
  async ({ page, call }, server) => {
    const config = { permissions: { bash: "ask" } };
    const { id } = await call<{ id: string }>("POST", "/api/workspaces", { name: "zoo", config });
    await runTurn({ call }, id, fenced("sh", "echo one"));
    for (let number = 1; number <= 6; number++)
      await call("POST", "/api/workspaces", { name: `idle-${number}` });
    // The largest page of the API has two workspaces.
    await page.route(/\/api\/workspaces\?.*limit=500/, async (route) => {
      await route.continue({ url: route.request().url().replace("limit=500", "limit=2") });
    });
    const names = page.getByRole("table", { name: "Workspaces" }).locator("a.item-name");
    await page.goto(`${server.origin}/workspaces?show=waiting`);
    await expect.poll(async () => await names.allTextContents()).toEqual(["zoo"]);
    expect(await page.getByRole("radio", { name: "Waiting for you" }).isChecked()).toBe(true);
    await page.getByRole("radio", { name: "Idle" }).check({ force: true });
    await expect.poll(async () => await names.count()).toBe(6);
    expect(new URL(page.url()).search).toBe("?show=idle");
    await page.getByRole("radio", { name: "Working" }).check({ force: true });
    await page.getByText("No workspace matches these filters.").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();

    // What waits for an answer stays first.
    const byName = ["zoo", ...Array.from({ length: 6 }, (_, index) => `idle-${index + 1}`)];
    await page.getByRole("radio", { name: "A to Z" }).check({ force: true });
    await expect.poll(async () => await names.allTextContents()).toEqual(byName);
    expect(new URL(page.url()).search).toBe("?sort=name");
    await expectAccessible(page);
    await fitsEachWidth(page);

    // A list that is read in part is not shown as if it were sorted.
    await page.route(/\/api\/workspaces\?.*cursor=/, async (route) => await route.fulfill({ status: 400 }), {
      times: 1,
    });
    await page.reload();
    await page.getByRole("button", { name: "Try again" }).waitFor();
    expect(await names.count()).toBe(0);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.poll(async () => await names.allTextContents()).toEqual(byName);
  },
);
