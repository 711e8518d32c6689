import { expect, test } from "vitest";
import { expectAccessible } from "../testing/accessible.ts";
import { hasBrowser } from "../testing/browser.ts";
import { freshName } from "../testing/fresh-name.ts";
import { openApp } from "../testing/open-app.ts";

test.runIf(hasBrowser("workspaces in a browser"))(
  "a workspace is made, found by its name from anywhere, renamed, and deleted when its name is typed",
  async () => {
    // A look at the workspace may cross its end.
    await using app = await openApp({ expected: [/404.*\/api\/workspaces\/ws_/] });
    const { page } = app;
    const [kept, website, shop] = [freshName("kept"), freshName("website"), freshName("shop")];
    await app.call("POST", "/api/workspaces", { name: kept });
    await page.getByRole("button", { name: "Create workspace" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill(website);
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByRole("heading", { name: website }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/workspaces\/ws_\w+\/chat$/);
    await expectAccessible(page);

    await page.goto(`${app.server.origin}/integration/tokens`);
    await page.getByRole("button", { name: "Create Service Token" }).waitFor();
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
    await page.getByRole("textbox").fill(shop.slice(0, -1));
    expect(await remove.isDisabled()).toBe(true);
    await page.getByRole("textbox").fill(shop);
    await remove.click();
    await page.waitForURL(`${app.server.origin}/workspaces`);
    await page.getByRole("link", { name: kept }).waitFor();
    await page.getByRole("link", { name: shop }).waitFor({ state: "detached" });
    await expectAccessible(page);
  },
  240_000,
);
