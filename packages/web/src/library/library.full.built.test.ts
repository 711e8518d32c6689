import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { expectAccessible } from "../testing/accessible.ts";
import { hasBrowser } from "../testing/browser.ts";
import { openApp } from "../testing/open-app.ts";
import { startServer } from "../testing/server.ts";
import { bytes, chooseFile, type Item } from "./library.test-support.ts";

const isSeen = hasBrowser("imports of the library in a browser");
const FIXTURE = join(import.meta.dirname, "../../../../../shared/fixtures/prompts/prompts.csv");
const hasFixture = existsSync(FIXTURE);
if (!hasFixture)
  console.warn("SKIPPED: the import of real prompts in a browser, for ../shared/fixtures is absent");

describe.runIf(isSeen)("importing", () => {
  test.runIf(hasFixture)(
    "a table of real prompts is looked at, written, and changes nothing the second time",
    async () => {
      await using server = await startServer();
      await using app = await openApp({ server, path: "/library/prompts" });
      const { page } = app;
      await page.getByRole("heading", { name: "No prompts yet" }).waitFor();
      await page.getByRole("link", { name: "Import" }).click();

      await chooseFile(page, FIXTURE);
      await page.getByText("Nothing is written yet").waitFor();
      expect(await page.getByLabel("Column “act”").inputValue()).toBe("name");
      expect(await page.getByLabel("Number repeated names").isChecked()).toBe(true);
      await expectAccessible(page);
      expect(await app.call<Item[]>("GET", "/api/prompts")).toEqual([]);

      await page.getByRole("button", { name: "Import 152 prompts" }).click();
      await page.getByText("Imported: 152 created.").waitFor();
      await expectAccessible(page);

      await page.getByRole("button", { name: "Import another file" }).click();
      await chooseFile(page, FIXTURE);
      await page.getByText("Everything is in the library already").waitFor();
      await page.getByRole("radio", { name: "Unchanged 152" }).waitFor();
      const stored = await app.call<Item[]>("GET", "/api/prompts?limit=500");
      expect(stored).toHaveLength(152);
      expect(new Set(stored.map(({ version }) => version))).toEqual(new Set([1]));

      await page.getByRole("link", { name: "Back to the prompts" }).click();
      await page.getByRole("searchbox", { name: "Search prompts" }).fill("life coach 2");
      await page.getByRole("link", { name: "Life Coach 2" }).waitFor();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Export all" }).click(),
      ]);
      const exported = await readFile(await download.path(), "utf8");
      expect(exported.trimEnd().split("\n")).toHaveLength(152);
    },
  );

  test("a file that cannot be imported is refused in words that say what to do", async () => {
    await using app = await openApp({ path: "/library/prompts/import" });
    const { page } = app;
    const refusals = [
      ["list.xlsx", "PK\u0003\u0004", "list.xlsx is a spreadsheet.", "Save it as CSV in UTF-8 first."],
      ["list.csv", 'name,content\nA,"x', "The table cannot be read", "a quote within is doubled"],
      ["list.json", '{"name":"A"}', "The file holds no list.", "Put the objects in brackets"],
    ] as const;
    for (const [name, content, message, advice] of refusals) {
      await chooseFile(page, { name, ...bytes(content) });
      await page.getByRole("alert").filter({ hasText: message }).waitFor();
      await page.getByText(advice).waitFor();
    }
    await expectAccessible(page);
    await chooseFile(page, { name: "list.csv", ...bytes("colour,size\nred,1\n") });
    await page.getByText("Choose the column that holds the name.").waitFor();
  });
});
