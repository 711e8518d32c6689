import { expect } from "vitest";
import { expectAccessible } from "../../testing/accessible.ts";
import { browserTest } from "../../testing/browser-test.ts";
import { openChat, send } from "../../testing/chatting.ts";
import { freshName } from "../../testing/fresh-name.ts";
import { FIRST, SECOND, filesOf, fitsEachWidth, messages, openMessageMenu } from "../../testing/rewinding.ts";

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
