import { describe, expect, test } from "vitest";
import { expectAccessible } from "../testing/accessible.ts";
import { hasBrowser } from "../testing/browser.ts";
import { freshName } from "../testing/fresh-name.ts";
import { openApp } from "../testing/open-app.ts";
import { focused, goTo, openPalette, tabTo } from "./keyboard.test-support.ts";

const LONG = 240_000;

describe.runIf(hasBrowser("the palette by keyboard in a browser"))("by keyboard alone", () => {
  test(
    "every line of the palette leads to its screen, and Escape back to where one was",
    { timeout: LONG },
    async () => {
      await using app = await openApp({ path: "/integration/tokens" });
      const { page, server } = app;
      const palette = freshName("palette");
      const { id } = await app.call<{ id: string }>("POST", "/api/workspaces", { name: palette });
      await app.call("POST", `/api/workspaces/${id}/chat`, { message: "A talk about maps", mode: "sync" });
      const open = `/workspaces/${id}`;
      const places: readonly (readonly [string, string])[] = [
        ["Workspaces", "/workspaces"],
        ["Create workspace", "/workspaces?create=true"],
        ["Prompts", "/library/prompts"],
        ["Templates", "/library/templates"],
        ["Skills", "/library/skills"],
        ["Import prompts", "/library/prompts/import"],
        ["Import templates", "/library/templates/import"],
        ["Import skills", "/library/skills/import"],
        ["Service Tokens", "/integration/tokens"],
        [palette, `${open}/chat`],
        ["Changes", `${open}/changes`],
        ["Files", `${open}/files`],
        ["Config", `${open}/config`],
        ["Usage", `${open}/usage`],
        ["New session", `${open}/chat`],
        ["A talk about maps", `${open}/chat?session=`],
        ["API Docs", "/api/docs"],
      ];
      await page.getByRole("button", { name: "Create Service Token" }).waitFor();
      await tabTo(page, "Create Service Token");
      await openPalette(page);
      await expectAccessible(page);
      await page.keyboard.type("nothing like it");
      await page.getByText("Nothing is called that.").waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("combobox").waitFor({ state: "detached" });
      await expect.poll(async () => await focused(page)).toBe("Create Service Token");

      for (const [name, address] of places) {
        await goTo(page, name);
        await expect
          .poll(() => page.url().slice(server.origin.length), { message: name })
          .satisfies((url: string) => (address.endsWith("=") ? url.startsWith(address) : url === address));
        // A dialog that an address opens is closed like all others.
        if (address.includes("create")) {
          await page.getByRole("dialog").waitFor();
          await page.keyboard.press("Escape");
          await page.getByRole("dialog").waitFor({ state: "detached" });
        }
      }
    },
  );

  test("the palette's lines are walked with the arrows, round its ends", { timeout: LONG }, async () => {
    await using app = await openApp();
    const { page } = app;
    const name = freshName("last");
    await app.call("POST", "/api/workspaces", { name });
    await page.getByRole("button", { name: "Create workspace" }).waitFor();
    await openPalette(page);
    const selected = page.getByRole("option", { selected: true });
    await selected.getByText("Workspaces").waitFor();
    // Workspaces come after the screens, when they have been read.
    await page.getByRole("option", { name }).waitFor();
    await page.keyboard.press("ArrowUp");
    await page.getByRole("option").last().and(selected).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await selected.getByText("Create workspace").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await openPalette(page);
    await page.keyboard.type("sign out");
    await page.keyboard.press("Enter");
    await page.getByLabel("Password").and(page.locator(":focus")).waitFor();
  });
});
