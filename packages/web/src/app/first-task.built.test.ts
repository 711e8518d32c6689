import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { expectAccessible } from "../testing/accessible.ts";
import { hasBrowser } from "../testing/browser.ts";
import { fenced, send } from "../testing/chatting.ts";
import { openApp } from "../testing/open-app.ts";
import { startServer } from "../testing/server.ts";

/** What a screen says where nothing has been made yet. */
const EMPTY = [
  ["/library/prompts", "No prompts yet"],
  ["/library/templates", "No templates yet"],
  ["/library/skills", "No skills yet"],
  ["/integration/tokens", "No tokens yet"],
  ["/workspaces", "Create your first workspace"],
] as const;

test.runIf(hasBrowser("a first task in a browser"))(
  "with the one-time link somebody comes in, has a first task done, and takes its files",
  async () => {
    await using server = await startServer();
    await using app = await openApp({ server, isSignedIn: false, path: "/", expected: [/401/] });
    const { page } = app;
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await page.goto(`${server.origin}/sign-in?code=${server.code}`);
    await page.waitForURL(`${server.origin}/workspaces`);
    for (const [path, words] of EMPTY) {
      await page.goto(server.origin + path);
      await page.getByText(words).waitFor();
    }
    await expectAccessible(page);
    await page.getByRole("button", { name: "Create workspace" }).click();
    await page.getByLabel("Name", { exact: true }).fill("first");
    await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
    await page.getByLabel("Message to the agent").waitFor();
    await expectAccessible(page);
    await send(
      app,
      `Make a page.\n\n${fenced("file:index.html", "<h1>Hi</h1>")}\n\n${fenced("sh", "cat index.html")}`,
    );
    await page.getByText("Finished", { exact: true }).waitFor();
    await page.getByLabel("Call of bash").getByText("<h1>Hi</h1>").waitFor();
    expect(await page.getByLabel("Your message").count()).toBe(1);
    await page.getByText("Running").first().waitFor({ state: "detached" });
    await expectAccessible(page);
    await page.reload();
    await page.getByText("Finished", { exact: true }).waitFor();
    await expect.poll(async () => await page.getByLabel(/^Call of/).count()).toBe(2);

    await page.getByRole("link", { name: "Files", exact: true }).click();
    await page.getByRole("treeitem", { name: /index\.html/ }).click();
    await page
      .getByRole("textbox", { name: /^Text of/ })
      .getByText("<h1>Hi</h1>")
      .waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download index.html" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("index.html");
    expect(await readFile(await file.path(), "utf8")).toBe("<h1>Hi</h1>\n");
  },
  240_000,
);
