import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible } from "../../testing/accessible.ts";
import { browserTest } from "../../testing/browser-test.ts";
import { fenced, pressUntil, runTurn } from "../../testing/chatting.ts";
import { freshName } from "../../testing/fresh-name.ts";
import type { OpenApp } from "../../testing/open-app.ts";
import { fitsEachWidth } from "../../testing/rewinding.ts";

interface Asked {
  /** The comparisons that the page has asked for. */
  readonly diffs: string[];
  readonly lists: string[];
  /** Lets all of them be answered. */
  readonly answer: () => void;
  /** The most at the same time. */
  readonly most: () => number;
}

/** Holds the comparisons of snapshots back. */
async function holdDiffs(page: Page): Promise<Asked> {
  const [diffs, lists]: [string[], string[]] = [[], []];
  const held = Promise.withResolvers<undefined>();
  let [now, most] = [0, 0];
  page.on("request", (request) => {
    if (/\/snapshots(\?|$)/.test(request.url())) lists.push(request.url());
  });
  await page.route(/\/snapshots\/[^/]+\/diff\?/, async (route) => {
    diffs.push(route.request().url());
    most = Math.max(most, ++now);
    await held.promise;
    now -= 1;
    await route.continue();
  });
  return { diffs, lists, answer: () => held.resolve(undefined), most: () => most };
}

/** Runs turns in a new workspace, whose address is returned, and opens their session. */
async function openTurns(app: OpenApp, messages: readonly string[], width = 1280): Promise<string> {
  const { page, server, call } = app;
  const { id } = await call<{ id: string }>("POST", "/api/workspaces", { name: freshName("turns") });
  let session: string | undefined;
  for (const message of messages) session = await runTurn(app, id, message, session);
  const workspace = `${server.origin}/workspaces/${id}`;
  await page.setViewportSize({ width, height: 800 });
  await page.goto(`${workspace}/chat?session=${session ?? ""}`);
  return workspace;
}

const totals = (page: Page) => page.getByTitle("Changes of this turn");

browserTest("the end of a turn says how much it changed, and leads to the changes", {}, async (app) => {
  const { page } = app;
  const asked = await holdDiffs(page);
  const turns = [
    fenced("file:notes.md", "one", "two", "three"),
    "Only talk.",
    fenced("sh", "sed -i 1,2d notes.md; echo new > added.md"),
  ];
  const workspace = await openTurns(app, turns, 390);
  await page.getByText("Finished", { exact: true }).nth(2).waitFor();
  await expect.poll(() => asked.diffs.length).toBe(2);
  const heights = async () =>
    await page
      .locator("[data-row^=end-]")
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  const before = await heights();
  asked.answer();
  await totals(page).nth(1).waitFor();
  expect(await heights()).toEqual(before);
  expect(await totals(page).allTextContents()).toEqual([
    "1 file, +3 lines −0 lines",
    "2 files, +1 line −2 lines",
  ]);
  await fitsEachWidth(page);
  await expectAccessible(page);

  await totals(page).first().press("Enter");
  await page.waitForURL(/\/changes\?session=ses_\w+&turn=turn_\w+$/);
  await page.getByText("1 file changed, 3 lines added, 0 lines removed").waitFor();
  await page.getByText(/^From before the turn to the next snapshot, of /).waitFor();
  await page.getByRole("textbox", { name: "After: notes.md" }).getByText("two").waitFor();
  await fitsEachWidth(page);
  await expectAccessible(page);
  await page.getByLabel("Turn", { exact: true }).selectOption("All turns");
  await page.getByText("2 files changed, 2 lines added, 0 lines removed").waitFor();
  expect(page.url().slice(workspace.length)).toMatch(/^\/changes\?session=ses_\w+$/);
});

browserTest("a page asks for the changes of few turns at a time, and once for each", {}, async (app) => {
  const { page } = app;
  const asked = await holdDiffs(page);
  await openTurns(app, [
    fenced("sh", "for i in $(seq 150); do echo $i > $i.txt; done"),
    ...Array.from({ length: 6 }, (_, turn) => fenced(`file:${turn}.md`, "text")),
  ]);
  await expect.poll(() => asked.diffs.length).toBe(2);
  asked.answer();
  await pressUntil(app, ["Home"], page.getByRole("link", { name: "Many changes" }));
  await pressUntil(app, ["End"], totals(page));
  await pressUntil(app, ["Home"], page.getByRole("link", { name: "Many changes" }));
  expect(asked.most()).toBe(2);
  expect(new Set(asked.diffs).size).toBe(asked.diffs.length);
  expect(asked.lists.length).toBeLessThan(6);
});

browserTest("a session without calls that can write asks for no changes", {}, async (app) => {
  const { page } = app;
  const asked = await holdDiffs(page);
  await openTurns(app, ["Only talk.", "More talk."]);
  await page.getByText("Finished", { exact: true }).nth(1).waitFor();
  // The next one asks, so the first ones would have.
  await page.getByLabel("Message to the agent").fill(fenced("file:a.md", "text"));
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => asked.diffs.length).toBe(1);
  asked.answer();
  await totals(page).waitFor();
  expect(asked.lists.length).toBeLessThan(5);
});
