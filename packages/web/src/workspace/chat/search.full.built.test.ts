import { expect } from "vitest";
import { expectAccessible } from "../../testing/accessible.ts";
import { browserTest } from "../../testing/browser-test.ts";
import { fenced, openChat, runTurn } from "../../testing/chatting.ts";
import { fitsEachWidth } from "../../testing/rewinding.ts";

const TURNS = 60;

browserTest("text is found in messages and calls of a long session", {}, async (app) => {
  const { page, server } = app;
  const id = await openChat(app);
  let session: string | undefined;
  for (let turn = 1; turn <= TURNS; turn++) {
    const message =
      turn === 2 ? `Turn 2\n\n${fenced("sh", "echo Needle in a call")}` : `Turn ${turn} of many`;
    session = await runTurn(app, id, message, session);
  }
  await page.goto(`${server.origin}/workspaces/${id}/chat?session=${session ?? ""}`);
  await page.getByText(`Turn ${TURNS} of many`).first().waitFor();
  await page.getByRole("button", { name: "Actions for this session" }).click();
  await page.getByRole("menuitem", { name: "Find in the conversation" }).click();
  const field = page.getByRole("searchbox", { name: "Find in the conversation" });
  await field.and(page.locator(":focus")).waitFor();
  const found = page.locator("[data-found]");
  await page.keyboard.type("turn 59");
  await page.keyboard.press("Enter");
  await found.getByText("Turn 59 of many").first().waitFor();
  await expectAccessible(page);
  await fitsEachWidth(page);

  // Older messages are loaded.
  await field.fill("needle IN");
  await page.keyboard.press("Enter");
  await found.getByText("Needle in a call").first().waitFor();
  const isUncovered = async () =>
    await found.evaluate((row) => {
      const { left, top, width } = row.getBoundingClientRect();
      return row.contains(document.elementFromPoint(left + width / 2, top + 20));
    });
  await expect.poll(isUncovered).toBe(true);
  const state = page.getByRole("search").getByRole("status");
  const stateAfterNext = async () => {
    await page.keyboard.press("Shift+Enter");
    return await state.textContent();
  };
  await expect.poll(stateAfterNext).toBe("No further match");
  await field.fill("nowhere to be found");
  await page.getByRole("button", { name: "Previous match" }).click();
  await state.getByText("No further match").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("search").waitFor({ state: "detached" });
  await page.getByLabel("Transcript").and(page.locator(":focus")).waitFor();
});
