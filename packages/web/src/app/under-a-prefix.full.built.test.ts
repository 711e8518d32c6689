import { expect, test } from "vitest";
import { expectAccessible } from "../testing/accessible.ts";
import { hasBrowser, listenForComplaints, openContext } from "../testing/browser.ts";
import { fenced } from "../testing/chatting.ts";
import { PATIENCE_MS } from "../testing/open-app.ts";
import { startHost } from "../testing/server.ts";

/** The example's host knows its people by a header, as it might by a cookie of its own. */
const ADA = { "x-api-key": "ada-key" };

test.runIf(hasBrowser("the interface under a prefix in a browser"))(
  "under a prefix of another server, whose people it knows, all addresses stay below the prefix",
  async () => {
    await using host = await startHost();
    await using context = await openContext();
    await context.setExtraHTTPHeaders(ADA);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const complaints = listenForComplaints(page, host.origin, []);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${host.origin}/agents`);
    await page.getByText("Create your first workspace").waitFor();
    expect(page.url()).toBe(`${host.origin}/agents/workspaces`);
    // The host signs people in and out.
    expect(await page.getByRole("button", { name: "Sign out" }).count()).toBe(0);

    await page.getByRole("button", { name: "Create workspace" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("below");
    await page.keyboard.press("Enter");
    await page.getByLabel("Message to the agent").fill(fenced("file:a.txt", "under a prefix"));
    await page.keyboard.press("Control+Enter");
    await page.getByText("Finished", { exact: true }).waitFor();
    await page.reload();
    await page.getByText("Finished", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Files", exact: true }).click();
    await page.getByRole("treeitem", { name: /a\.txt/ }).click();
    await page
      .getByRole("textbox", { name: /^Text of/ })
      .getByText("under a prefix")
      .waitFor();
    expect(page.url()).toContain("/agents/workspaces/");
    await page.goBack();
    await page.goForward();
    await page.getByRole("textbox", { name: /^Text of/ }).waitFor();

    await page.goto(`${host.origin}/agents/nowhere/at/all`);
    await page.getByText("There is nothing here").waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Go to Workspaces" }).click();
    await page.getByRole("link", { name: "below" }).waitFor();
    await page.getByRole("link", { name: "API Docs" }).click();
    await page.waitForURL(`${host.origin}/agents/api/docs`);
    expect(asked.filter((path) => !/^\/agents(\/|$)/.test(path))).toEqual([]);
    expect(complaints).toEqual([]);
  },
  240_000,
);
