import { expect } from "vitest";
import { expectAccessible } from "../../testing/accessible.ts";
import { browserTest } from "../../testing/browser-test.ts";
import { fenced, openChat, runTurn } from "../../testing/chatting.ts";
import { fitsEachWidth } from "../../testing/rewinding.ts";

browserTest("files are marked as viewed, until they change again", {}, async (app) => {
  const { page, server } = app;
  const id = await openChat(app);
  const session = await runTurn(app, id, fenced("sh", "echo one > a.txt; echo one > b.txt"));
  await page.goto(`${server.origin}/workspaces/${id}/changes`);
  const after = (path: string) => page.getByRole("textbox", { name: `After: ${path}` });
  const box = page.getByRole("checkbox", { name: "Viewed" });
  const listed = page.getByRole("navigation", { name: "Changed files" }).getByRole("button");
  await after("a.txt").waitFor();
  await page.getByText("2 lines added, 0 lines removed, 0 of 2 viewed").waitFor();
  await box.press("Space");
  await page.getByText("1 of 2 viewed").waitFor();
  expect(await box.isChecked()).toBe(true);
  expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await after("a.txt").count()).toBe(0);
  expect(await listed.nth(0).textContent()).toContain("viewed");
  expect(await listed.nth(1).textContent()).not.toContain("viewed");
  await expectAccessible(page);
  await fitsEachWidth(page);
  await page.getByRole("button", { name: "Show it again" }).click();
  await after("a.txt").waitFor();
  await listed.nth(1).click();
  await after("b.txt").waitFor();
  await box.check();
  await page.getByText("2 of 2 viewed").waitFor();

  await runTurn(app, id, fenced("sh", "echo two > b.txt; printf '\\0' > c.bin"), session);
  await page.reload();
  await page.getByText("1 of 3 viewed").waitFor();
  expect(await box.isChecked()).toBe(false);
  await after("b.txt").getByText("two").waitFor();
  await listed.nth(0).click();
  await page.getByRole("button", { name: "Show it again" }).waitFor();
  await box.uncheck();
  await page.getByText("0 of 3 viewed").waitFor();
  await after("a.txt").waitFor();

  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole("checkbox", { name: "Viewed" }).check();
  await page.getByText("1 of 3 viewed").waitFor();
  await other.close();
});
