import { parse } from "csv-parse/sync";
import { expect } from "vitest";
import { expectAccessible } from "../testing/accessible.ts";
import { browserTest } from "../testing/browser-test.ts";
import { fenced } from "../testing/chatting.ts";
import { download } from "../testing/download.ts";
import { freshName } from "../testing/fresh-name.ts";

const ITEMS = [
  { key: "one", message: fenced("sh", "echo first") },
  { key: "=1+1", message: 'Say "hi", twice.' },
  { key: "three" },
  // The rehearsal model gives no outputs.
  { key: "wrong", output: { schema: { type: "object" } } },
];

browserTest(
  "a batch is created from a file, watched until it ends, filtered, and downloaded",
  { path: "/batches?create=true", expected: [/ 400 POST/, /status of 400/] },
  async (app) => {
    const { page } = app;
    const name = freshName("reviews");
    const create = page.getByRole("button", { name: "Create batch" });
    const items = page.getByLabel("Items", { exact: true });
    await items.fill('{"key":"a"}\n\n{"message":"x"}');
    await create.click();
    await page.getByText('Item 2 has no "key" that is a text.').waitFor();
    await items.fill('{"key":"a","message":"x"}\n{"key":"b"}');
    await create.click();
    await page.getByText(/^Item 2, message: /).waitFor();
    await expectAccessible(page);

    await page.getByLabel("File with items").setInputFiles({
      name: "items.ndjson",
      mimeType: "application/x-ndjson",
      buffer: Buffer.from(ITEMS.map((item) => `${JSON.stringify(item)}\n`).join("")),
    });
    await page.getByLabel("Message to the agent").fill("For all others.");
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Items at once").fill("2");
    await create.click();

    await page.getByRole("heading", { name }).waitFor();
    await page.getByText("Completed with failures").waitFor();
    await page.getByText("4 of 4 items ended").waitFor();
    const shown = page.getByRole("radiogroup", { name: "Results shown" });
    const rows = page.getByRole("table", { name: "Results" }).locator("tbody tr");
    await expect.poll(async () => await rows.count()).toBe(4);
    await expectAccessible(page);
    await shown.getByText("Failed 1").click();
    await expect.poll(async () => await rows.count()).toBe(1);
    await rows.getByText("wrong").waitFor();
    await page.reload();
    await rows.getByText("wrong").waitFor();
    expect(await rows.count()).toBe(1);

    const csv = await download(page.getByRole("button", { name: "Download CSV" }));
    expect(csv.name).toBe(`${name}.csv`);
    const table = parse<Record<string, string>>(csv.text, { bom: true, columns: true });
    expect(new Set(table.map(({ key }) => key))).toEqual(new Set(["one", "'=1+1", "three", "wrong"]));
    expect(table.find(({ key }) => key === "wrong")).toMatchObject({
      status: "failed",
      error_code: "output_invalid",
    });
    const lines = await download(page.getByRole("link", { name: "Download NDJSON" }));
    expect(lines.name).toBe(`${name}.ndjson`);
    expect(lines.text.trimEnd().split("\n")).toHaveLength(ITEMS.length);

    await shown.getByText("All 4").click();
    await page.getByRole("link", { name: "Open the session of one" }).click();
    await page.getByLabel("Call of bash").getByText("first").first().waitFor();
    await page.getByRole("link", { name: "Batches", exact: true }).click();
    const row = page.getByRole("row").filter({ hasText: name });
    await row.getByText("4 of 4 ended, 1 failed").waitFor();
    await expectAccessible(page);
  },
);

browserTest(
  "a batch in one workspace is watched while it runs, and cancelled",
  { path: "/batches?create=true" },
  async (app) => {
    const { page } = app;
    const [batch, workspace] = [freshName("slow"), freshName("shared")];
    await app.call("POST", "/api/workspaces", { name: workspace });
    const slow = fenced("sh", "sleep 300");
    await page
      .getByLabel("Items", { exact: true })
      .fill(
        JSON.stringify([{ key: "quick", message: "Hello" }, { key: "slow", message: slow }, { key: "late" }]),
      );
    await page.getByLabel("Message to the agent").fill("Hello");
    await page.getByLabel("Items run in").selectOption("workspace");
    await page.getByLabel("Workspace", { exact: true }).fill(`${workspace}-`);
    await page.getByText("No workspace has this name.").waitFor();
    await page.getByLabel("Workspace", { exact: true }).fill(workspace);
    await page.getByLabel("Items at once").fill("1");
    await page.getByLabel("Name", { exact: true }).fill(batch);
    await page.getByRole("button", { name: "Create batch" }).click();

    await page.getByText("1 of 3 items ended").waitFor();
    const results = page.getByRole("table", { name: "Results" });
    await results.getByText("quick").waitFor();
    expect(await results.locator("tbody tr").count()).toBe(1);
    await page.getByRole("button", { name: "Cancel batch…" }).click();
    await expectAccessible(page);
    await page.getByRole("dialog").getByRole("button", { name: "Cancel batch" }).click();
    await page.getByText("3 of 3 items ended").waitFor();
    await results.getByText("late").waitFor();
    await results.getByText("The batch was cancelled before the item began.").waitFor();
    expect(await page.getByRole("button", { name: "Cancel batch…" }).count()).toBe(0);
  },
);
