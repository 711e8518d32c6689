import { expect } from "vitest";
import { expectAccessible } from "../testing/accessible.ts";
import { browserTest } from "../testing/browser-test.ts";
import { openChat } from "../testing/chatting.ts";
import { editorOf, filesOf, fitsEachWidth } from "../testing/rewinding.ts";
import { focused, openPalette } from "./keyboard.test-support.ts";

const LONG = "src/a-folder-with-a-long-name/another-folder-with-a-long-name/yet-another-one/module-a.ts";

browserTest("a file is opened by its name, with the keyboard alone", {}, async (app) => {
  const { page, server } = app;
  const id = await openChat(app);
  const files = filesOf(app, id);
  await files.write("notes.md", "Notes about maps");
  await files.write(LONG, "export const answer = 42;");
  const field = page.getByRole("combobox").and(page.locator(":focus"));
  const option = page.getByRole("option");
  await page.getByLabel("Message to the agent").focus();
  await page.keyboard.press("Control+o");
  await field.waitFor();
  expect(await field.inputValue()).toBe("@");
  await option.and(page.locator("[aria-selected=true]")).getByText("notes.md").waitFor();
  await page.keyboard.type("MODULE-A");
  await option.getByText(LONG).waitFor();
  expect(await option.count()).toBe(1);
  await expectAccessible(page);
  await fitsEachWidth(page);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${server.origin}/workspaces/${id}/files?path=${encodeURIComponent(LONG)}`);
  await editorOf(page).getByText("answer").waitFor();

  // From the list of commands, which it becomes again.
  await openPalette(page);
  await page.keyboard.type("open file");
  await option.getByText("Open file…").waitFor();
  await page.keyboard.press("Enter");
  await option.getByText("notes.md").waitFor();
  expect(await field.inputValue()).toBe("@");
  await page.keyboard.press("Backspace");
  await option.getByText("Open file…").click();
  await option.getByText("notes.md").waitFor();
  await page.keyboard.type("nothing like it");
  await page.getByText("No results").waitFor();
  await page.keyboard.press("Control+o");
  await option.getByText("notes.md").waitFor();
  await page.keyboard.press("Control+o");
  await page.getByRole("combobox").waitFor({ state: "detached" });
});

browserTest("outside of a workspace there are no files to open", {}, async ({ page }) => {
  await page.getByRole("button", { name: "New workspace" }).focus();
  await page.keyboard.press("Control+o");
  expect(await focused(page)).toBe("New workspace");
  await openPalette(page);
  await page.keyboard.type("@");
  await page.getByText("No results").waitFor();
});
