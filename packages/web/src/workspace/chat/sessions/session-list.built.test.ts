import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible } from "../../../testing/accessible.ts";
import { browserTest } from "../../../testing/browser-test.ts";
import { openChat, runTurn, send } from "../../../testing/chatting.ts";
import { freshName } from "../../../testing/fresh-name.ts";
import { fitsEachWidth } from "../../../testing/rewinding.ts";

const entriesOf = (page: Page) => page.getByRole("navigation", { name: "Sessions" }).getByRole("listitem");
/** Waits until the titles, which are the first lines of the messages, are "The first task" and so on. */
async function untilListed(page: Page, ...words: readonly string[]): Promise<void> {
  const titles = async () =>
    (await entriesOf(page).allTextContents()).map((text) => /The (\w+) task/.exec(text)?.[1]);
  await expect.poll(titles).toEqual(words);
}

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "Actions for this session" }).press("Enter");
  await page.getByRole("menuitem", { name: item, exact: true }).press("Enter");
}

browserTest(
  "a session with new activity has a dot, in the list of workspaces too, until it is read",
  {},
  async (app) => {
    const { page, server } = app;
    const id = await openChat(app);
    const { name } = await app.call<{ name: string }>("GET", `/api/workspaces/${id}`);
    await send(app, "The first task.");
    const entry = (word: string) => entriesOf(page).filter({ hasText: `The ${word} task.` });
    // Idle entries show a time.
    await entry("first").getByRole("time").waitFor();
    expect(await entry("first").getByText("New activity").count()).toBe(0);
    await page.getByRole("link", { name: "New session" }).click();

    await runTurn(app, id, "The second task.");
    await entry("second").getByText("New activity").waitFor();
    expect(await entry("first").getByText("New activity").count()).toBe(0);
    await expectAccessible(page);
    await entry("second").getByRole("link").click();
    await page.getByText("Finished", { exact: true }).waitFor();
    await entry("first").getByRole("link").click();
    await entry("first").locator("[aria-current=page]").waitFor();
    expect(await entry("second").getByText("New activity").count()).toBe(0);
    await page.reload();
    await entry("second").getByRole("time").waitFor();
    expect(await page.getByText("New activity").count()).toBe(0);

    await page.goto(`${server.origin}/workspaces`);
    const row = page.getByRole("row").filter({ hasText: name });
    await row.getByText("Idle").waitFor();
    expect(await row.getByText("New activity").count()).toBe(0);
    await runTurn(app, id, "The third task.");
    await row.getByText("New activity").waitFor();
    await expectAccessible(page);
    await row.getByRole("link", { name }).click();
    await entry("third").getByText("New activity").waitFor();
    await entry("third").getByRole("link").click();
    await entry("third").locator("[aria-current=page]").waitFor();
    await page.getByText("Finished", { exact: true }).waitFor();
    await page.getByRole("navigation", { name: "Main" }).getByText("Workspaces").click();
    await row.waitFor();
    await expect.poll(async () => await row.getByText("New activity").count()).toBe(0);
  },
);

browserTest("a workspace whose first task was read in its chat has no dot", {}, async (app) => {
  const { page, call } = app;
  const name = freshName("site");
  const { id } = await call<{ id: string }>("POST", "/api/workspaces", { name });
  const row = page.getByRole("row").filter({ hasText: name });
  await row.getByText("No sessions").waitFor();
  await row.getByRole("link", { name }).click();
  await send(app, "The first task.");
  const stored = async () => await page.evaluate<string>("Object.values(localStorage).join()");
  // One idle session has been read.
  await expect.poll(stored).toContain(`["${id}",1]`);
  // The list is first shown as it was, and then as it is.
  await page.getByRole("navigation", { name: "Main" }).getByText("Workspaces").click();
  await row.getByText("Idle", { exact: true }).waitFor();
  expect(await row.getByText("New activity").count()).toBe(0);
});

browserTest("sessions are pinned, archived, and listed by state and metadata", {}, async (app) => {
  const { page, call, server } = app;
  const id = await openChat(app);
  const first = await runTurn(app, id, "The first task.");
  await runTurn(app, id, "The second task.");
  await runTurn(app, id, "The third task.");
  await call("PATCH", `/api/workspaces/${id}/sessions/${first}`, { metadata: { ticket: "7" } });
  await page.goto(`${server.origin}/workspaces/${id}/chat?session=${first}`);
  await untilListed(page, "third", "second", "first");
  await choose(page, "Pin");
  await untilListed(page, "first", "third", "second");
  await entriesOf(page).first().getByRole("img", { name: "Pinned" }).waitFor();
  await expectAccessible(page);
  await choose(page, "Unpin");
  await entriesOf(page).getByRole("img", { name: "Pinned" }).waitFor({ state: "detached" });
  await choose(page, "Archive");
  await untilListed(page, "third", "second");

  await page.getByRole("button", { name: "Filter sessions" }).press("Enter");
  await page.getByRole("radio", { name: "All", exact: true }).focus();
  await page.keyboard.press("ArrowLeft");
  await untilListed(page, "first");
  expect(new URL(page.url()).search).toBe(`?session=${first}&show=archived`);
  await expectAccessible(page);
  await fitsEachWidth(page);
  await page.reload();
  await untilListed(page, "first");
  await choose(page, "Unarchive");
  await page.getByText("No matching sessions.").waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await untilListed(page, "third", "second", "first");

  const field = page.getByRole("searchbox", { name: "Metadata key:value" });
  await field.fill("ticket:7");
  await untilListed(page, "first");
  await field.fill("ticket:8");
  await page.getByText("No matching sessions.").waitFor();
  await field.fill("");
  await untilListed(page, "third", "second", "first");
});
