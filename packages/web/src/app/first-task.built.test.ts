import { expect } from "vitest";
import { serverTest } from "../testing/browser-test.ts";
import { fenced, send } from "../testing/chatting.ts";
import { download } from "../testing/download.ts";
import { editorOf } from "../testing/rewinding.ts";

/** The text of each screen without data. */
const EMPTY = [
  ["/library/prompts", "No prompts yet"],
  ["/library/templates", "No templates yet"],
  ["/library/skills", "No skills yet"],
  ["/batches", "No batches yet"],
  ["/integration/tokens", "No tokens yet"],
  ["/workspaces", "Create your first workspace"],
] as const;

serverTest(
  "a new user signs in with the one-time link, gives a task, and downloads the result",
  { isSignedIn: false, path: "/", expected: [/401/] },
  async (app, server) => {
    const { page } = app;
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await page.goto(`${server.origin}/sign-in?code=${server.code}`);
    await page.waitForURL(`${server.origin}/workspaces`);
    for (const [path, text] of EMPTY) {
      await page.goto(server.origin + path);
      await page.getByText(text).waitFor();
    }
    await page.getByRole("button", { name: "New workspace" }).click();
    await page.getByLabel("Name", { exact: true }).fill("first");
    await page.getByRole("button", { name: "Create workspace" }).click();
    await page.getByLabel("Message to the agent").waitFor();
    await send(
      app,
      `Make a page.\n\n${fenced("file:index.html", "<h1>Hi</h1>")}\n\n${fenced("sh", "cat index.html")}`,
    );
    await page.getByText("Finished", { exact: true }).waitFor();
    await page.getByLabel("Call of bash").getByText("<h1>Hi</h1>").waitFor();
    expect(await page.getByLabel("Your message").count()).toBe(1);
    await page.reload();
    await page.getByText("Finished", { exact: true }).waitFor();
    await expect.poll(async () => await page.getByLabel(/^Call of/).count()).toBe(2);

    await page.getByRole("link", { name: "Files", exact: true }).click();
    await page.getByRole("treeitem", { name: /index\.html/ }).click();
    await editorOf(page).getByText("<h1>Hi</h1>").waitFor();
    expect(await download(page.getByRole("button", { name: "Download index.html" }))).toEqual({
      name: "index.html",
      text: "<h1>Hi</h1>\n",
    });
  },
);
