import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "../../testing/accessible.ts";
import { hasBrowser } from "../../testing/browser.ts";
import { freshName } from "../../testing/fresh-name.ts";
import { openApp, type OpenApp } from "../../testing/open-app.ts";

const LONG = 240_000;

async function openFiles(expected: readonly RegExp[] = []) {
  const app = await openApp({ expected });
  const { id } = await app.call<{ id: string }>("POST", "/api/workspaces", { name: freshName("notes") });
  const open = async (path = "") => {
    await app.page.goto(
      `${app.server.origin}/workspaces/${id}/files${path === "" ? "" : `?path=${encodeURIComponent(path)}`}`,
    );
    await app.page.getByRole("tree").waitFor();
  };
  const turn = async (message: string) =>
    await app.call("POST", `/api/workspaces/${id}/chat`, { message, mode: "sync" });
  const text = async (path: string) => {
    const answer = await app.page.request.get(
      `${app.server.origin}/api/workspaces/${id}/agent/files?path=${encodeURIComponent(path)}`,
    );
    return answer.ok() ? await answer.text() : null;
  };
  return { app, id, open, turn, text };
}

const write = (path: string, content: string) => `\`\`\`sh\nprintf '${content}\\n' > ${path}\n\`\`\``;
const editor = (page: Page) => page.getByRole("textbox", { name: /^Text of/ });

async function type(page: Page, words: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(words);
}

async function drop(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  const transfer = await page.evaluateHandle((given) => {
    const made = new DataTransfer();
    for (const [name, content] of Object.entries(given)) made.items.add(new File([content], name));
    return made;
  }, files);
  await page.getByRole("tree").dispatchEvent("drop", { dataTransfer: transfer });
}

async function expectText(text: () => Promise<string | null>, wanted: string | null) {
  await expect.poll(text).toBe(wanted);
}

describe.skipIf(!hasBrowser("the files of a workspace in a browser"))("the files of a workspace", () => {
  it("are made, edited, moved, downloaded and deleted", { timeout: LONG }, async () => {
    // A look at what is shown may cross its move or its end.
    const opened = await openFiles([/404.*agent\/(files\?path=docs%2F|dirs\?.*path=docs)/]);
    await using app: OpenApp = opened.app;
    const { page } = app;
    await opened.open();
    await expectAccessible(page);

    await page.getByRole("button", { name: "New file" }).click();
    await page.getByLabel("Name").fill("docs/plan.md");
    await page.getByRole("button", { name: "Create file" }).click();
    await type(page, "# Plan");
    await expectAccessible(page);
    await page.keyboard.press("Control+s");
    await expectText(async () => await opened.text("docs/plan.md"), "# Plan");

    await page.getByRole("button", { name: "Actions for plan.md" }).click();
    await page.getByRole("menuitem", { name: /Rename/ }).click();
    await page.getByLabel("New path").fill("docs/road.md");
    await page.getByRole("button", { name: "Move", exact: true }).click();
    await page.getByRole("treeitem", { name: /road\.md/ }).waitFor();
    expect(await opened.text("docs/plan.md")).toBeNull();

    await page.getByRole("treeitem", { name: "docs" }).click();
    const [archive] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download as zip" }).click(),
    ]);
    expect((await readFile(await archive.path())).subarray(0, 2).toString()).toBe("PK");

    await page.getByRole("button", { name: "Actions for docs" }).click();
    await page.getByRole("menuitem", { name: /Delete/ }).click();
    await page.getByRole("dialog").getByRole("textbox").fill("docs");
    await page.getByRole("button", { name: "Delete folder" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("treeitem", { name: "docs" }).waitFor({ state: "detached" });
    expect(await opened.text("docs/road.md")).toBeNull();
  });

  it("are uploaded by dropping, and replace nothing unasked", { timeout: LONG }, async () => {
    const opened = await openFiles([/412/]);
    await using app: OpenApp = opened.app;
    const { page } = app;
    await opened.open();
    await drop(page, { "a.txt": "one", "b.txt": "two" });
    await page.getByText("2 of 2 uploaded").waitFor();
    await drop(page, { "a.txt": "other" });
    await page.getByText("Is there already").waitFor();
    expect(await opened.text("a.txt")).toBe("one");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Replace it" }).click();
    await expectText(async () => await opened.text("a.txt"), "other");
  });

  it(
    "that the agent changes while somebody edits them lose nothing of either",
    { timeout: LONG },
    async () => {
      const opened = await openFiles([/412/]);
      await using app: OpenApp = opened.app;
      const { page } = app;
      await opened.turn(write("story.txt", "Once"));
      await opened.open("story.txt");
      await type(page, "mine ");
      await opened.turn(write("story.txt", "Twice"));
      await page.getByText(/was changed since you opened it/).waitFor();
      await page.getByRole("button", { name: "Save", exact: true }).click();

      const dialog = page.getByRole("dialog", { name: /changed meanwhile/ });
      await dialog.waitFor();
      await dialog.getByText("Twice").first().waitFor();
      expect(await opened.text("story.txt")).toContain("Twice");
      await expectAccessible(page);
      await dialog.getByRole("button", { name: "Save as a copy" }).click();
      await expect.poll(async () => await opened.text("story (copy).txt")).toContain("mine");
      expect(await opened.text("story.txt")).toContain("Twice");
      await editor(page).getByText("Twice").waitFor();

      await type(page, "again ");
      await opened.turn(write("story.txt", "Thrice"));
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await dialog.getByRole("button", { name: "Overwrite" }).click();
      await expect.poll(async () => await opened.text("story.txt")).toContain("again");
    },
  );

  it("ask before edits are left", { timeout: LONG }, async () => {
    const opened = await openFiles();
    await using app: OpenApp = opened.app;
    const { page } = app;
    await opened.turn(`${write("one.txt", "1")}\n${write("two.txt", "2")}`);
    await opened.open("one.txt");
    await type(page, "kept");
    await page.getByRole("treeitem", { name: /two\.txt/ }).click();
    await page.getByRole("button", { name: "Go on editing" }).click();
    expect(await editor(page).innerText()).toContain("kept");
    await page.getByRole("treeitem", { name: /two\.txt/ }).click();
    await page.getByRole("button", { name: "Leave without saving" }).click();
    await page.getByRole("heading", { name: "/workspace/two.txt" }).waitFor();
  });
});
