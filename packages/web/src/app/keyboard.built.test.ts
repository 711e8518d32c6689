import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { expectAccessible } from "../testing/accessible.ts";
import { hasBrowser } from "../testing/browser.ts";
import { fenced } from "../testing/chatting.ts";
import { openApp } from "../testing/open-app.ts";

const LONG = 240_000;

/** What has the focus, as it is called. */
async function focused(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const { activeElement: element } = document;
    if (element === null) return "";
    return element.getAttribute("aria-label") ?? element.textContent.trim();
  });
}

/** Goes on with the Tab key until something is reached, as people do who see the focus. */
async function tabTo(page: Page, name: string | RegExp, key = "Tab"): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press(key);
    const now = await focused(page);
    if (typeof name === "string" ? now === name : name.test(now)) return;
    passed.push(now);
  }
  throw new Error(`${String(name)} is not reached: ${passed.join(", ")}`);
}

/** Opens the palette, types and goes to the first that fits. */
async function goTo(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").waitFor();
  await page.keyboard.type(text);
  await page.getByRole("option", { selected: true }).getByText(text, { exact: true }).waitFor();
  await page.keyboard.press("Enter");
}

describe.runIf(hasBrowser("the shell by keyboard in a browser"))("by keyboard alone", () => {
  test(
    "a workspace is made, a task given, its file opened, and the way back found",
    { timeout: LONG },
    async () => {
      await using app = await openApp();
      const { page } = app;
      await page.getByText("Create your first workspace").waitFor();
      await page.keyboard.press("Tab");
      expect(await focused(page)).toBe("Skip to content");
      await page.keyboard.press("Enter");
      await tabTo(page, "Create workspace");
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await expect.poll(async () => await focused(page)).toBe("Create workspace");
      await page.keyboard.press("Enter");
      await page.getByRole("textbox", { name: "Name" }).waitFor();
      await page.keyboard.type("keys");
      await page.keyboard.press("Enter");

      await page.getByRole("heading", { name: "keys" }).waitFor();
      await expect.poll(async () => await focused(page)).toBe("Message to the agent");
      await page.keyboard.insertText(fenced("file:made.txt", "by keys"));
      await page.keyboard.press("Control+Enter");
      await page.getByText("Finished", { exact: true }).waitFor();
      const session = page.url();

      await goTo(page, "Files");
      await page.getByRole("treeitem", { name: /made\.txt/ }).waitFor();
      await tabTo(page, "Files");
      await page.getByRole("tree").and(page.locator(":focus")).waitFor();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page
        .getByRole("textbox", { name: /^Text of/ })
        .getByText("by keys")
        .waitFor();
      await goTo(page, "Chat");
      await page.getByText("Finished", { exact: true }).waitFor();
      expect(page.url()).toBe(session);
    },
  );

  test(
    "every line of the palette leads to its screen, and Escape back to where one was",
    { timeout: LONG },
    async () => {
      await using app = await openApp({ path: "/integration/tokens" });
      const { page, server } = app;
      const { id } = await app.call<{ id: string }>("POST", "/api/workspaces", { name: "palette" });
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
        ["palette", `${open}/chat`],
        ["Changes", `${open}/changes`],
        ["Files", `${open}/files`],
        ["Config", `${open}/config`],
        ["Usage", `${open}/usage`],
        ["New session", `${open}/chat`],
        ["A talk about maps", `${open}/chat?session=`],
        ["API Docs", "/api/docs"],
      ];
      await page.getByText("No tokens yet").waitFor();
      await tabTo(page, "Create Service Token");
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").waitFor();
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
    await page.getByText("Create your first workspace").waitFor();
    await page.keyboard.press("Control+k");
    const selected = page.getByRole("option", { selected: true });
    await selected.getByText("Workspaces").waitFor();
    await page.keyboard.press("ArrowUp");
    await selected.getByText("Sign out").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await selected.getByText("Create workspace").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").waitFor();
    await page.keyboard.type("sign out");
    await page.keyboard.press("Enter");
    await page.getByLabel("Password").waitFor();
    expect(await focused(page)).toBe("");
  });
});
