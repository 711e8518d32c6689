import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Browser } from "playwright-core";
import { nodeServer } from "../packages/http/src/node-server.test-support.ts";
import { noBrowser, startBrowser, visitor } from "../packages/http/src/pages/browser.test-support.ts";
import { testApi } from "../packages/http/src/test-api.test-support.ts";
import { bundledClient } from "./client-bundle.ts";

if (noBrowser !== null) console.warn(`\nSKIPPED: the client in a page, since ${noBrowser}\n`);

/** Uses the client with the visitor's cookie; the page's title becomes the result. */
const PAGE = `<!doctype html><title>working</title><link rel="icon" href="data:,"><script type="module">
import { createClient, NetworkError } from "/client.js";
const brokenBody = () => new ReadableStream({ pull: (controller) => controller.error(new TypeError("cut off")) });
const broken = createClient({ baseUrl: "", fetch: async () => new Response(brokenBody(), { headers: { "content-type": "application/json" } }) });
const client = createClient({ baseUrl: "" });
try {
  const { id } = await client.post("/api/workspaces", { body: { name: "in a page" } });
  const files = client.files(id);
  await files.write("ä/b c.txt", new Blob(["one line"]));
  const { session_id, text } = await client.run(id, "Say so.");
  let last = 0;
  for await (const event of client.events(id, session_id)) {
    if (event.type === "sync") break;
    if ("seq" in event) last = event.seq;
  }
  const refused = await client.get("/api/workspaces/{id}", { params: { path: { id: "ws_none" } } }).catch((error) => error.code);
  const file = await files.text("ä/b c.txt");
  await files.remove("ä/b c.txt");
  const failure = await broken.get("/api/workspaces").catch((error) => error);
  document.title = JSON.stringify({ text, file, isWhole: last > 3, refused, isBroken: NetworkError.isInstance(failure) });
} catch (error) {
  document.title = "failed: " + error.message;
}
</script>`;

describe.runIf(noBrowser === null)("the client in a page of the instance", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
  });

  test("works with the visitor's cookie, without a token", async () => {
    await using api = await testApi();
    const client = await bundledClient();
    await using server = await nodeServer(api.handler);
    await using someone = await visitor(browser, server.url, api.cookie);
    await someone.page.route("**/page", async (route) => {
      await route.fulfill({ contentType: "text/html", body: PAGE });
    });
    await someone.page.route("**/client.js", async (route) => {
      await route.fulfill({ contentType: "text/javascript", body: client });
    });
    await someone.page.goto(`${server.url}/page`);
    await someone.page.waitForFunction(() => document.title !== "working");
    expect(JSON.parse(await someone.page.title())).toEqual({
      text: "done",
      file: "one line",
      isWhole: true,
      refused: "not_found",
      isBroken: true,
    });
    expect(someone.complaints.filter((each) => !each.includes("404"))).toEqual([]);
  });
});
