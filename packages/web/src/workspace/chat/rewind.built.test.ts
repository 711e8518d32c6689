import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible } from "../../testing/accessible.ts";
import { browserTest } from "../../testing/browser-test.ts";
import { fenced, openChat, send } from "../../testing/chatting.ts";
import { freshName } from "../../testing/fresh-name.ts";
import type { OpenApp } from "../../testing/open-app.ts";

const FIRST = `Write notes.\n\n${fenced("sh", "echo one > notes.md")}`;
const SECOND = `Go on.\n\n${fenced("sh", "mkdir -p extra && echo two > notes.md && echo new > extra/new.md")}`;

/** The files of a workspace. */
function filesOf({ page, server }: OpenApp, id: string) {
  const url = (path: string) =>
    `${server.origin}/api/workspaces/${id}/agent/files?path=${encodeURIComponent(path)}`;
  return {
    read: async (path: string) => {
      const answer = await page.request.get(url(path));
      return answer.ok() ? await answer.text() : null;
    },
    write: async (path: string, data: string) => {
      const answer = await page.request.put(url(path), { data, headers: { origin: server.origin } });
      expect(answer.ok()).toBe(true);
    },
  };
}

const messages = (page: Page): Locator => page.getByRole("article", { name: "Your message" });

async function openMessageMenu(page: Page, text: string, item: string): Promise<Locator> {
  const message = messages(page).filter({ hasText: text });
  await message.hover();
  await message.getByRole("button", { name: "More actions for this message" }).click();
  await page.getByRole("menuitem", { name: item }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading").first().waitFor();
  return dialog;
}

async function fitsEachWidth(page: Page): Promise<void> {
  for (const width of [390, 820, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
  }
}

browserTest("turns are rewound with their files, undone, and sent again", {}, async (app) => {
  const { page } = app;
  const files = filesOf(app, await openChat(app));
  const sent = messages(page);
  const finished = page.getByText("Finished", { exact: true });
  await send(app, FIRST);
  await finished.waitFor();
  await send(app, SECOND);
  await finished.nth(1).waitFor();
  expect(await files.read("notes.md")).toBe("two\n");

  let dialog = await openMessageMenu(page, "Go on.", "Rewind to here…");
  await dialog.getByRole("button", { name: "Rewind 2 files and the conversation" }).waitFor();
  await dialog.getByRole("group", { name: "Restored files" }).getByText("notes.md").waitFor();
  await dialog.getByRole("group", { name: "Removed files" }).getByText("extra/new.md").waitFor();
  await fitsEachWidth(page);
  await expectAccessible(page);
  await dialog.getByRole("radio", { name: "Conversation only" }).check({ force: true });
  await dialog.getByRole("button", { name: "Rewind the conversation" }).waitFor();
  await dialog.getByText("This rewind cannot be undone.").waitFor();
  await dialog.getByRole("radio", { name: "Files and conversation" }).check({ force: true });
  await dialog.getByRole("button", { name: "Rewind 2 files and the conversation" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Files and conversation rewound by you").waitFor();
  await expect.poll(async () => await sent.count()).toBe(1);
  expect(await files.read("notes.md")).toBe("one\n");
  expect(await files.read("extra/new.md")).toBeNull();
  await page.getByLabel("Message to the agent").and(page.locator(":focus")).waitFor();
  await expectAccessible(page);

  await page.reload();
  await finished.waitFor();
  await page.getByText("Files and conversation rewound by you").waitFor();
  expect(await sent.count()).toBe(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await dialog.getByRole("button", { name: "Restore 2 files and the conversation" }).click();
  await page.getByText("Rewind undone by you").waitFor();
  await expect.poll(async () => await sent.count()).toBe(2);
  expect(await files.read("notes.md")).toBe("two\n");

  // What a person has changed is only replaced on request.
  await files.write("notes.md", "by a person\n");
  dialog = await openMessageMenu(page, "Go on.", "Rewind to here…");
  await dialog.getByRole("radio", { name: "Files only" }).check({ force: true });
  const rewindFiles = dialog.getByRole("button", { name: "Rewind 2 files", exact: true });
  await dialog.getByText("changed by others", { exact: true }).waitFor();
  expect(await rewindFiles.isDisabled()).toBe(true);
  await expectAccessible(page);
  await dialog.getByLabel("Discard the changes of others in 1 file").check();
  await rewindFiles.click();
  await page.getByText("Files rewound by you").waitFor();
  expect(await sent.count()).toBe(2);
  expect(await files.read("notes.md")).toBe("one\n");
  await page.getByRole("button", { name: "Undo" }).click();
  await dialog.getByRole("button", { name: "Restore 2 files", exact: true }).click();
  await expect.poll(async () => await files.read("notes.md")).toBe("by a person\n");

  dialog = await openMessageMenu(page, "Go on.", "Edit and resend…");
  await dialog.getByLabel("Discard the changes of others in 1 file").check();
  await dialog.getByRole("button", { name: "Rewind 2 files and the conversation" }).click();
  const field = page.getByLabel("Message to the agent");
  await expect.poll(async () => await field.inputValue()).toBe(SECOND);
  await expect.poll(async () => await sent.count()).toBe(1);
  await send(app, SECOND.replace("echo two", "echo three"));
  await finished.nth(1).waitFor();
  expect(await files.read("notes.md")).toBe("three\n");
});

browserTest("a workspace is forked from a message, with the files from before it", {}, async (app) => {
  const { page } = app;
  const original = await openChat(app);
  await send(app, FIRST);
  await page.getByText("Finished", { exact: true }).waitFor();
  await send(app, SECOND);
  await page.getByText("Finished", { exact: true }).nth(1).waitFor();
  const dialog = await openMessageMenu(page, "Go on.", "Fork workspace from here…");
  await dialog.getByText("of a snapshot, taken").waitFor();
  await dialog.getByLabel("Name").fill(freshName("fork"));
  await dialog.getByLabel("Copy this conversation, with all of its messages").check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Fork workspace" }).click();
  await page.waitForURL(
    (url) => /\/workspaces\/.+\/chat$/.test(url.pathname) && !url.pathname.includes(original),
  );
  const fork = /workspaces\/([^/]+)/.exec(page.url())?.[1] ?? "";
  expect(await filesOf(app, fork).read("notes.md")).toBe("one\n");
  await page.getByRole("navigation", { name: "Sessions" }).getByText("Write notes.").click();
  await messages(page).filter({ hasText: "Go on." }).waitFor();
  // The fork's turns have no place in its log to which it could return.
  expect(await page.getByRole("button", { name: "More actions for this message" }).count()).toBe(0);
});

browserTest("snapshots are taken, compared, rewound to, and deleted", {}, async (app) => {
  const { page, server } = app;
  const id = await openChat(app);
  const files = filesOf(app, id);
  await page.getByRole("link", { name: "Snapshots", exact: true }).click();
  await page.getByText("No snapshots yet").waitFor();
  await expectAccessible(page);
  await app.call("POST", `/api/workspaces/${id}/chat`, { message: FIRST, mode: "sync" });
  const table = page.getByRole("table", { name: "Snapshots" });
  await table.getByRole("link", { name: "Before a turn" }).waitFor();
  await table.getByRole("link", { name: "Write notes." }).waitFor();

  await page.getByRole("button", { name: "Take a snapshot…" }).click();
  await page.getByRole("dialog").getByLabel("Label").fill("With one note");
  await page.getByRole("button", { name: "Take snapshot" }).click();
  const taken = table.getByRole("link", { name: "With one note" });
  await taken.waitFor();
  await fitsEachWidth(page);
  await expectAccessible(page);

  await files.write("notes.md", "by a person\n");
  await taken.click();
  await page.getByText("1 file changed, 1 line added, 1 line removed").waitFor();
  await page.getByRole("textbox", { name: "After: notes.md" }).getByText("by a person").waitFor();
  await fitsEachWidth(page);
  await expectAccessible(page);
  const actions = page.getByRole("button", { name: "Actions for With one note" });
  await actions.click();
  const [archive] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Download as zip" }).click(),
  ]);
  expect(archive.suggestedFilename()).toMatch(/\.zip$/);

  await actions.click();
  await page.getByRole("menuitem", { name: "Rewind files…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Discard the changes of others in 1 file").check();
  await dialog.getByRole("button", { name: "Rewind 1 file" }).click();
  await page.getByText("No changes since then").waitFor();
  expect(await files.read("notes.md")).toBe("one\n");
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await page.getByText("1 file changed, 1 line added, 1 line removed").waitFor();
  expect(await files.read("notes.md")).toBe("by a person\n");

  await page.getByRole("link", { name: "All snapshots" }).click();
  await table.getByRole("link", { name: "Before a rewind" }).nth(1).waitFor();
  await actions.click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await dialog.getByRole("button", { name: "Delete snapshot" }).click();
  await taken.waitFor({ state: "detached" });
  expect(await files.read("notes.md")).toBe("by a person\n");
  expect(page.url()).toBe(`${server.origin}/workspaces/${id}/snapshots`);
});
