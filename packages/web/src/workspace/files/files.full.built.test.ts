import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible } from "../../testing/accessible.ts";
import { browserTest } from "../../testing/browser-test.ts";
import { fenced, runTurn } from "../../testing/chatting.ts";
import { download } from "../../testing/download.ts";
import { freshName } from "../../testing/fresh-name.ts";
import type { OpenApp } from "../../testing/open-app.ts";
import { painted } from "../../testing/painted.ts";
import { editorOf, filesOf } from "../../testing/rewinding.ts";

async function createWorkspace(app: OpenApp) {
  const { id } = await app.call<{ id: string }>("POST", "/api/workspaces", { name: freshName("notes") });
  const open = async (path = "") => {
    await app.page.goto(
      `${app.server.origin}/workspaces/${id}/files${path === "" ? "" : `?path=${encodeURIComponent(path)}`}`,
    );
    await app.page.getByRole("tree").waitFor();
  };
  const turn = async (message: string) => await runTurn(app, id, message);
  return { open, turn, text: filesOf(app, id).read };
}

const write = (path: string, content: string) => fenced("sh", `printf '${content}\\n' > ${path}`);

async function type(page: Page, words: string): Promise<void> {
  await editorOf(page).click();
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

browserTest(
  "files are created, edited, moved, downloaded, and deleted",
  // A refresh may arrive after a file was moved or deleted.
  { expected: [/404.*agent\/(files|dirs)\?.*path=docs/] },
  async (app) => {
    const { page } = app;
    const files = await createWorkspace(app);
    await files.open();
    await page.getByRole("button", { name: "New file" }).click();
    await page.getByLabel("Name").fill("docs/plan.md");
    await page.getByRole("button", { name: "Create file" }).click();
    await type(page, "# Plan");
    await page.keyboard.press("Control+s");
    await expect.poll(async () => await files.text("docs/plan.md")).toBe("# Plan");

    await page.getByRole("button", { name: "Actions for plan.md" }).click();
    await page.getByRole("menuitem", { name: /Rename/ }).click();
    await page.getByLabel("New path").fill("docs/road.md");
    await page.getByRole("button", { name: "Move", exact: true }).click();
    await page.getByRole("treeitem", { name: /road\.md/ }).waitFor();
    expect(await files.text("docs/plan.md")).toBeNull();

    await page.getByRole("treeitem", { name: "docs" }).click();
    const archive = await download(page.getByRole("button", { name: "Download as zip" }));
    expect(archive.text.slice(0, 2)).toBe("PK");

    await page.getByRole("button", { name: "Actions for docs" }).click();
    await page.getByRole("menuitem", { name: /Delete/ }).click();
    await page.getByRole("dialog").getByRole("textbox").fill("docs");
    await page.getByRole("button", { name: "Delete folder" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("treeitem", { name: "docs" }).waitFor({ state: "detached" });
    expect(await files.text("docs/road.md")).toBeNull();
  },
);

browserTest(
  "dropped files are uploaded, and replace existing ones only on request",
  { expected: [/412/] },
  async (app) => {
    const { page } = app;
    const files = await createWorkspace(app);
    await files.open();
    await drop(page, { "a.txt": "one", "b.txt": "two" });
    await page.getByText("2 of 2 uploaded").waitFor();
    await drop(page, { "a.txt": "other" });
    await page.getByText("Already exists").waitFor();
    expect(await files.text("a.txt")).toBe("one");
    await expectAccessible(page);
    // The other volume is shown meanwhile.
    await page.getByRole("treeitem", { name: "/mnt/afs" }).click();
    await page.waitForURL(/volume=shared/);
    await page.getByRole("button", { name: "Replace file" }).click();
    await page.getByText("Uploaded", { exact: true }).nth(2).waitFor();
    expect(await files.text("a.txt")).toBe("other");

    await page.evaluate(() => {
      const file = (_: unknown, fail: (error: unknown) => void) =>
        fail(new DOMException("gone", "NotFoundError"));
      const entry = { isFile: true, fullPath: "/c.txt", file };
      DataTransferItem.prototype.webkitGetAsEntry = () => entry as never;
    });
    await drop(page, { "c.txt": "three" });
    await page.getByText("The dropped files could not be read.").waitFor();
  },
);

browserTest(
  "a file that the agent changes while it is edited loses no change, nor does one that is left",
  { expected: [/412/] },
  async (app) => {
    const { page } = app;
    const files = await createWorkspace(app);
    await files.turn(`${write("story.txt", "Once")}\n${write("two.txt", "2")}`);
    await files.open("story.txt");
    await type(page, "mine ");
    await files.turn(write("story.txt", "Twice"));
    await page.getByText(/was changed since you opened it/).waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();

    const dialog = page.getByRole("dialog", { name: "story.txt has changed" });
    await dialog.getByText("Twice").first().waitFor();
    expect(await files.text("story.txt")).toContain("Twice");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Save as copy" }).click();
    await expect.poll(async () => await files.text("story (copy).txt")).toContain("mine");
    expect(await files.text("story.txt")).toContain("Twice");
    await editorOf(page).getByText("Twice").waitFor();

    await type(page, "again ");
    await files.turn(write("story.txt", "Thrice"));
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await dialog.getByRole("button", { name: "Overwrite" }).click();
    await expect.poll(async () => await files.text("story.txt")).toContain("again");

    await type(page, "unsaved");
    await page.getByRole("treeitem", { name: /two\.txt/ }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    expect(await editorOf(page).innerText()).toContain("unsaved");
    await page.getByRole("treeitem", { name: /two\.txt/ }).click();
    await page.getByRole("button", { name: "Leave without saving" }).click();
    await page.getByRole("heading", { name: "/workspace/two.txt" }).waitFor();
  },
);

browserTest(
  "edits of a file that was deleted stay when all of the workspace is read again",
  { expected: [/404.*agent\/(files\?path=story|dirs)/] },
  async (app) => {
    const { page } = app;
    const files = await createWorkspace(app);
    await files.turn(write("story.txt", "Once"));
    await files.open("story.txt");
    await type(page, "mine ");
    await files.turn(fenced("sh", "rm story.txt"));
    await page.getByText(/was deleted since you opened it/).waitFor();
    await page.getByRole("button", { name: /^Actions for notes-/ }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    const renamed = freshName("renamed");
    await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill(renamed);
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByRole("heading", { name: renamed }).waitFor();
    await page.waitForResponse(/agent\/files\?path=story/);
    await painted(page);
    expect(await editorOf(page).innerText()).toContain("mine");

    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByRole("button", { name: "Save as copy" }).click();
    await page.getByText("This file was deleted.").waitFor();
    expect(await files.text("story (copy).txt")).toContain("mine");
  },
);

browserTest(
  "files that another host uses say as of when they are, and a host that receives them says so",
  {},
  async (app) => {
    const { page } = app;
    const files = await createWorkspace(app);
    await files.turn(write("story.txt", "Once"));
    let isElsewhere = true;
    await page.route(/\/agent\/dirs\?/, async (route) => {
      const response = await route.fetch();
      const published = { ...response.headers(), "snapshot-at": "2026-01-31T12:00:20.000Z" };
      await route.fulfill({ response, ...(isElsewhere && { headers: published }) });
    });
    await page.route(/\/status$/, async (route) => {
      const response = await route.fetch();
      const state = (await response.json()) as object;
      await route.fulfill({
        response,
        json: { ...state, files: { restoring: isElsewhere, dirty: isElsewhere } },
      });
    });
    await files.open("story.txt");
    const note = page.getByText(/^As of .*: the files are in use on another host$/);
    await note.waitFor();
    await page.getByText("Restoring files").waitFor();
    await expectAccessible(page);
    isElsewhere = false;
    await note.waitFor({ state: "detached" });
    await page.getByText("Restoring files").waitFor({ state: "detached" });
  },
);

browserTest("Markdown, tables, and SVG have a preview, which runs and loads nothing", {}, async (app) => {
  const { page } = app;
  const files = await createWorkspace(app);
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><script>document.title = "run"</script></svg>';
  await files.turn(
    [
      "```file:guide.md\n# Guide\n\n- **bold** and `code`\n\n![x](https://pictures.example/x.png)\n```",
      '```file:sums.csv\nname;sum\n"a;b";1\nc;2\n```',
      `\`\`\`file:logo.svg\n${svg}\n\`\`\``,
    ].join("\n\n"),
  );
  await files.open("guide.md");
  await type(page, "more");
  const show = async (view: "Source" | "Preview") =>
    await page.getByRole("radiogroup", { name: "View" }).getByText(view).click();
  await show("Preview");
  await page.locator("strong", { hasText: "bold" }).waitFor();
  await page.getByText("Image: x (not loaded) more").waitFor();
  await expectAccessible(page);
  await show("Source");
  await editorOf(page).waitFor();

  await files.open("sums.csv");
  await show("Preview");
  await page.getByRole("cell", { name: "a;b", exact: true }).waitFor();
  await page.getByRole("columnheader", { name: "sum", exact: true }).waitFor();
  await expectAccessible(page);

  await files.open("logo.svg");
  await show("Preview");
  const picture = page.getByRole("img", { name: "logo.svg" });
  await picture.waitFor();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40);
  expect(await page.title()).not.toBe("run");
});
