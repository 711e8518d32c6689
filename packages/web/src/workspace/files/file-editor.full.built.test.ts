import { expect } from "vitest";
import { OUTAGE_MESSAGES } from "../../testing/browser.ts";
import { browserTest } from "../../testing/browser-test.ts";
import { freshName } from "../../testing/fresh-name.ts";
import type { OpenApp } from "../../testing/open-app.ts";
import { editorOf, filesOf } from "../../testing/rewinding.ts";

const PATH = "story.txt";

/** Opens a file of a new workspace. */
async function openStory(app: OpenApp) {
  const { page, server } = app;
  const { id } = await app.call<{ id: string }>("POST", "/api/workspaces", { name: freshName("story") });
  const { read, write } = filesOf(app, id);
  await write(PATH, "Once");
  await page.goto(`${server.origin}/workspaces/${id}/files?path=${PATH}`);
  return {
    read: async () => await read(PATH),
    write: async (data: string | Buffer) => await write(PATH, data),
  };
}

browserTest(
  "a text without edits follows its file, also after a read that failed, and until it is binary",
  { expected: [/500/] },
  async (app) => {
    const { page } = app;
    const story = await openStory(app);
    await editorOf(page).getByText("Once").waitFor();
    let reads = 0;
    await page.route(/agent\/files\?path=story/, async (route) => {
      // The others ask for the version.
      const isRead = !("if-none-match" in route.request().headers());
      if (isRead && reads++ === 0) await route.fulfill({ status: 500 });
      else await route.fallback();
    });
    await story.write("Twice");
    await editorOf(page).getByText("Twice").waitFor();
    expect(reads).toBeGreaterThan(1);
    await page.getByText("Saved", { exact: true }).waitFor();
    await story.write(Buffer.from("a\0b"));
    await page.getByText("This file is binary, or too large to be shown.").waitFor();
  },
);

browserTest(
  "a save whose response is lost is no conflict, nor is its repeat",
  { expected: [...OUTAGE_MESSAGES, /412/] },
  async (app) => {
    const { page } = app;
    const story = await openStory(app);
    let isLost = false;
    const repeated = Promise.withResolvers<undefined>();
    await page.route(/agent\/files\?path=story/, async (route) => {
      // Until the save is repeated, the page does not know the new version.
      if ("if-none-match" in route.request().headers()) await repeated.promise;
      if (route.request().method() !== "PUT" || isLost) {
        await route.fallback();
        return;
      }
      isLost = true;
      await route.fetch();
      await route.abort("connectionreset");
    });
    const edited = page.getByText("Unsaved changes", { exact: true });
    const save = async (words: string) => {
      isLost = false;
      await editorOf(page).click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type(words);
      await page.getByRole("button", { name: "Save", exact: true }).click();
    };
    const isSaved = async (text: string) => {
      await edited.waitFor({ state: "detached" });
      expect(await page.getByText(/Your changes are not saved/).count()).toBe(0);
      expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
      expect(await story.read()).toBe(text);
      expect(await editorOf(page).innerText()).toBe(text);
    };
    await save(" more");
    await page.getByRole("button", { name: "Try again" }).click();
    await isSaved("Once more");
    repeated.resolve(undefined);
    await save(" or less");
    await isSaved("Once more or less");
  },
);
