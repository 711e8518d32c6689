import { expect } from "vitest";
import { browserTest } from "../testing/browser-test.ts";
import { fenced } from "../testing/chatting.ts";
import { freshName } from "../testing/fresh-name.ts";
import { editorOf } from "../testing/rewinding.ts";
import { activate, focused, goTo, tabTo } from "./keyboard.test-support.ts";

browserTest("a workspace is created, used, and found again by keyboard", {}, async ({ page }) => {
  const name = freshName("keys");
  await page.getByRole("button", { name: "New workspace" }).waitFor();
  await page.keyboard.press("Tab");
  expect(await focused(page)).toBe("Skip to content");
  await page.keyboard.press("Enter");
  await activate(page.getByRole("button", { name: "New workspace" }));
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(async () => await focused(page)).toBe("New workspace");
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Name" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");

  await page.getByRole("heading", { name }).waitFor();
  await expect.poll(async () => await focused(page)).toBe("Message to the agent");
  await page.keyboard.insertText(fenced("file:made.txt", "by keys"));
  await page.keyboard.press("Control+Enter");
  await page.getByText("Finished", { exact: true }).waitFor();
  const session = page.url();

  await goTo(page, "Files");
  await page.getByRole("treeitem", { name: /made\.txt/ }).waitFor();
  await tabTo(page.getByRole("tree"));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await editorOf(page).getByText("by keys").waitFor();
  await goTo(page, "Chat");
  await page.getByText("Finished", { exact: true }).waitFor();
  expect(page.url()).toBe(session);
});
