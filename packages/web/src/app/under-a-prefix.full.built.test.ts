import { expect, test } from "vitest";
import { HAS_BROWSER, openContext, recordProblems } from "../testing/browser.ts";
import { fenced } from "../testing/chatting.ts";
import { PATIENCE_MS } from "../testing/open-app.ts";
import { editorOf } from "../testing/rewinding.ts";
import { startHost } from "../testing/server.ts";

/** The example host authenticates its users by a header. */
const ADA = { "x-api-key": "ada-key" };

test.runIf(HAS_BROWSER)(
  "under the prefix of a host that authenticates users, all requests stay below the prefix",
  async () => {
    await using host = await startHost();
    await using context = await openContext();
    await context.setExtraHTTPHeaders(ADA);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const problems = recordProblems(page, host.origin, []);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(`${host.origin}/agents`);
    await page.getByText("Create your first workspace").waitFor();
    expect(page.url()).toBe(`${host.origin}/agents/workspaces`);
    expect(await page.getByRole("button", { name: "Sign out" }).count()).toBe(0);

    await page.getByRole("button", { name: "New workspace" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("below");
    await page.keyboard.press("Enter");
    await page.getByLabel("Message to the agent").fill(fenced("file:a.txt", "under a prefix"));
    await page.keyboard.press("Control+Enter");
    await page.getByText("Finished", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Files", exact: true }).click();
    await page.getByRole("treeitem", { name: /a\.txt/ }).click();
    const editor = editorOf(page);
    await editor.getByText("under a prefix").waitFor();
    expect(page.url()).toContain("/agents/workspaces/");
    await page.goBack();
    await page.goForward();
    await editor.waitFor();
    await page.reload();
    await editor.waitFor();

    await page.goto(`${host.origin}/agents/nowhere/at/all`);
    await page.getByText("Page not found").waitFor();
    await page.getByRole("link", { name: "Go to workspaces" }).click();
    await page.getByRole("link", { name: "below" }).waitFor();
    // Other instances of the origin store theirs under other names.
    expect(await page.evaluate<string>("Object.keys(localStorage).join()")).toContain(
      "personal-view /agents/ ",
    );
    await page.getByRole("link", { name: "API reference" }).click();
    await page.waitForURL(`${host.origin}/agents/api/docs`);
    expect(requests.filter((path) => !/^\/agents(\/|$)/.test(path))).toEqual([]);
    expect(problems).toEqual([]);
  },
  240_000,
);
