import { expect, test } from "vitest";
import { expectAccessible } from "../testing/accessible.ts";
import { hasBrowser } from "../testing/browser.ts";
import { openApp } from "../testing/open-app.ts";

test.runIf(hasBrowser("workspaces in a browser"))(
  "a workspace is made, found by its name from anywhere, renamed, and deleted when its name is typed",
  async () => {
    await using app = await openApp();
    const { page } = app;
    await page.getByText("Create your first workspace").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Create workspace" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("website");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByRole("heading", { name: "website" }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/workspaces\/ws_\w+\/chat$/);
    await expectAccessible(page);

    await page.goto(`${app.server.origin}/integration/tokens`);
    await page.getByText("No tokens yet").waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("webs");
    await page.getByRole("option", { name: "website" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "website" }).waitFor();

    await page.getByRole("button", { name: "Actions for website" }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("shop");
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByRole("heading", { name: "shop" }).waitFor();

    await page.getByRole("button", { name: "Actions for shop" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    const remove = page.getByRole("button", { name: "Delete workspace" });
    await page.getByRole("textbox").fill("sho");
    expect(await remove.isDisabled()).toBe(true);
    await page.getByRole("textbox").fill("shop");
    await remove.click();
    await page.getByText("Create your first workspace").waitFor();
  },
  240_000,
);
