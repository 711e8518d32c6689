import { expect } from "vitest";
import { expectAccessible } from "../../testing/accessible.ts";
import { browserTest } from "../../testing/browser-test.ts";
import { openChat, send } from "../../testing/chatting.ts";
import { FIRST, SECOND, filesOf, fitsEachWidth, messages, openMessageMenu } from "../../testing/rewinding.ts";

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
