import { expect } from "vitest";
import { expectAccessible } from "../../testing/accessible.ts";
import { browserTest } from "../../testing/browser-test.ts";
import { openChat, runTurn, send } from "../../testing/chatting.ts";
import { download } from "../../testing/download.ts";
import { freshName } from "../../testing/fresh-name.ts";
import { FIRST, SECOND, filesOf, fitsEachWidth, messages, openMessageMenu } from "../../testing/rewinding.ts";

/** A pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

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
  await runTurn(app, id, FIRST);
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
  const archive = await download(page.getByRole("menuitem", { name: "Download as zip" }));
  expect(archive.name).toMatch(/\.zip$/);

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

browserTest(
  "the files of a snapshot are browsed and downloaded, and cannot be changed",
  { expected: [/404.*snapshots\/.*gone\.txt/, /503/] },
  async (app) => {
    const { page, server, call } = app;
    const id = await openChat(app);
    const files = filesOf(app, id);
    await files.write("src/maps/old-town.md", "# As it was\n");
    await files.write("pixel.png", PNG);
    const snapshot = await call<{ id: string }>("POST", `/api/workspaces/${id}/snapshots`, { label: "Then" });
    await files.write("src/maps/old-town.md", "# As it is\n");
    const tree = page.getByRole("tree", { name: "Files" });
    const item = (name: RegExp) => tree.getByRole("treeitem", { name });
    const text = page.getByRole("textbox", { name: "Text of old-town.md" });
    const address = `${server.origin}/workspaces/${id}/snapshots/${snapshot.id}`;
    // Sandboxes that can make such names and links are not everywhere.
    await page.route(/\/snapshots\/[^/]+\/dirs\?path=&/, async (route) => {
      const response = await route.fetch();
      const listing = (await response.json()) as { readonly entries: readonly object[] };
      const common = { size: 3, mtime: "2026-01-01T00:00:00.000Z" };
      const others = [
        { ...common, name: "caf\ufffd.txt", path: "caf\ufffd.txt", type: "file" },
        { ...common, name: "latest", path: "latest", type: "symlink" },
      ];
      await route.fulfill({ response, json: { ...listing, entries: [...listing.entries, ...others] } });
    });

    await page.goto(address);
    await page.getByText("1 file changed, 1 line added, 1 line removed").waitFor();
    const tabs = page.getByRole("navigation", { name: "Views of the snapshot" });
    expect(await tabs.locator("[aria-current=page]").innerText()).toBe("Changes");
    await tabs.getByRole("link", { name: "Files" }).click();
    await item(/^pixel\.png/).waitFor();
    expect(await tabs.locator("[aria-current=page]").innerText()).toBe("Files");
    await fitsEachWidth(page);
    await expectAccessible(page);

    // By keyboard, as in the files of the workspace.
    await tree.press("ArrowDown");
    await tree.press("Enter");
    await item(/^maps/).waitFor();
    await tree.press("ArrowRight");
    await tree.press("ArrowRight");
    await item(/^old-town\.md/).waitFor();
    await tree.press("ArrowDown");
    await tree.press("Enter");
    await text.getByText("# As it was").waitFor();
    expect(await text.getAttribute("aria-readonly")).toBe("true");
    expect(await page.getByRole("button", { name: /^(Save|Actions for old-town|New|Upload)/ }).count()).toBe(
      0,
    );
    await fitsEachWidth(page);
    await expectAccessible(page);
    const file = await download(page.getByRole("button", { name: "Download old-town.md" }));
    expect(file.text).toBe("# As it was\n");

    // The address leads to the file, and the names above it to their folders.
    expect(page.url()).toBe(`${address}/files?path=${encodeURIComponent("src/maps/old-town.md")}`);
    await page.reload();
    await text.getByText("# As it was").waitFor();
    await page.getByRole("heading", { name: "/workspace/src/maps/old-town.md" }).getByText("src").click();
    await page.getByRole("heading", { name: "/workspace/src", exact: true }).waitFor();
    await page.getByText("1 entry").waitFor();
    const archive = await download(page.getByRole("button", { name: "Download as zip" }));
    expect(archive.text).toContain("maps/old-town.md");
    expect(archive.text).not.toContain("pixel.png");

    await item(/^pixel\.png/).click();
    await expect
      .poll(
        async () =>
          await page
            .getByRole("img", { name: "pixel.png" })
            .evaluate((img: HTMLImageElement) => img.naturalWidth),
      )
      .toBe(1);
    await item(/^latest|Link latest/).click();
    await page.getByText("Symbolic link").waitFor();
    const unreadable = item(/^caf\ufffd\.txt.*name is not UTF-8 +and cannot be opened/);
    expect(await unreadable.getAttribute("aria-disabled")).toBe("true");
    await unreadable.click({ force: true });
    await page.getByText("Symbolic link").waitFor();

    await page.goto(`${address}/files?path=gone.txt`);
    await page.getByText("File not found").waitFor();
    await page.getByRole("button", { name: "Show folder" }).click();
    await page.getByText("4 entries").waitFor();
    await page.route(/\/dirs\?path=src&/, async (route) => await route.fulfill({ status: 503 }));
    await page.reload();
    await item(/^src/).click();
    await item(/^Could not be loaded/).waitFor();
    await page.unroute(/\/dirs\?path=src&/);
    await page.getByRole("button", { name: "Try again" }).click();
    await item(/^maps/).waitFor();
  },
);

browserTest("a snapshot of an empty workspace says that it has no files", {}, async (app) => {
  const { page, server, call } = app;
  const id = await openChat(app);
  const snapshot = await call<{ id: string }>("POST", `/api/workspaces/${id}/snapshots`, {});
  await page.goto(`${server.origin}/workspaces/${id}/snapshots/${snapshot.id}/files`);
  await page.getByText("This folder is empty").waitFor();
  await expectAccessible(page);
});
