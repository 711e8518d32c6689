import { expect } from "vitest";
import { OUTAGE_MESSAGES } from "../testing/browser.ts";
import { browserTest } from "../testing/browser-test.ts";
import { freshName } from "../testing/fresh-name.ts";

browserTest(
  "a workspace is created, found by its name, renamed, and deleted when its name is typed",
  // A refresh of the workspace may arrive after it was deleted.
  { expected: [/404.*\/api\/workspaces\/ws_/] },
  async (app) => {
    const { page } = app;
    const [other, website, shop] = [freshName("other"), freshName("website"), freshName("shop")];
    await app.call("POST", "/api/workspaces", { name: other });
    await page.getByRole("button", { name: "New workspace" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill(website);
    await page.getByRole("button", { name: "Create workspace" }).click();
    await page.getByRole("heading", { name: website }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/workspaces\/ws_\w+\/chat$/);

    await page.goto(`${app.server.origin}/integration/tokens`);
    await page.getByRole("button", { name: "New service token" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill(website.slice(0, -1));
    await page.getByRole("option", { name: website, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: website }).waitFor();

    await page.getByRole("button", { name: `Actions for ${website}` }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill(shop);
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByRole("heading", { name: shop }).waitFor();

    await page.getByRole("button", { name: `Actions for ${shop}` }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    const remove = page.getByRole("button", { name: "Delete workspace" });
    await page.getByRole("dialog").getByRole("textbox").fill(shop.slice(0, -1));
    expect(await remove.isDisabled()).toBe(true);
    await page.getByRole("dialog").getByRole("textbox").fill(shop);
    await remove.click();
    await page.waitForURL(`${app.server.origin}/workspaces`);
    await page.getByRole("link", { name: other }).waitFor();
    await page.getByRole("link", { name: shop }).waitFor({ state: "detached" });
  },
);

browserTest(
  "a workspace whose creation was not answered, because the connection broke, is created once and opened",
  { expected: OUTAGE_MESSAGES },
  async ({ page, call }) => {
    const name = freshName("once");
    await page.route(
      /\/api\/workspaces$/,
      async (route) => {
        await route.fetch();
        await route.abort("connectionreset");
      },
      { times: 1 },
    );
    await page.getByRole("button", { name: "New workspace" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill(name);
    await page.getByRole("button", { name: "Create workspace" }).click();
    await page.getByRole("heading", { name }).waitFor();
    expect(await call<unknown[]>("GET", `/api/workspaces?search=${name}`)).toHaveLength(1);
  },
);

browserTest(
  "what is typed while the page shows an earlier search is not lost",
  {},
  async ({ page, call }) => {
    const name = freshName("search");
    await call("POST", "/api/workspaces", { name });
    // More is typed between the search and its result.
    await page.addInitScript(() => {
      const replaceState = history.replaceState;
      history.replaceState = (...change) => {
        replaceState.apply(history, change);
        const field = document.querySelector<HTMLInputElement>("input[type=search]");
        if (field?.value !== "sear" || !String(change[2]).includes("search=sear")) return;
        field.setRangeText("ch-", 4, 4);
        field.dispatchEvent(new Event("input", { bubbles: true }));
      };
    });
    await page.reload();
    await page.getByRole("searchbox", { name: "Search workspaces" }).fill("sear");
    await page.waitForURL(/search=search-$/);
    expect(await page.getByRole("searchbox", { name: "Search workspaces" }).inputValue()).toBe("search-");
  },
);

browserTest(
  "a workspace that leaves the list before its deletion is answered is reported as deleted",
  { expected: [/404.*\/api\/workspaces\/ws_/] },
  async ({ page, call }) => {
    const name = freshName("gone");
    await call("POST", "/api/workspaces", { name });
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("textbox").fill(name);
    const left = Promise.withResolvers<undefined>();
    await page.route(/\/api\/workspaces\/ws_\w+$/, async (route) => {
      if (route.request().method() !== "DELETE") {
        await route.fallback();
        return;
      }
      const response = await route.fetch();
      await left.promise;
      await route.fulfill({ response });
    });
    await page.getByRole("button", { name: "Delete workspace" }).click();
    await page.getByRole("link", { name }).waitFor({ state: "detached" });
    left.resolve(undefined);
    await page.getByText("Workspace deleted").waitFor();
  },
);
