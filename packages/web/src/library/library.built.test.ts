import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { expectAccessible } from "../testing/accessible.ts";
import { browserTest } from "../testing/browser-test.ts";
import { freshName } from "../testing/fresh-name.ts";
import { bytes, chooseFile, stored, type Item } from "./library.test-support.ts";

browserTest(
  "a table is previewed, imported, exported, and not changed by a second import",
  { path: "/library/prompts" },
  async (app) => {
    const { page } = app;
    const [first, second] = [freshName("Coach"), freshName("Guide")];
    const table = {
      name: "list.csv",
      ...bytes(`act,prompt\n${first},Train\n${second},"Show, then tell"\n${first},Rest\n`),
    };
    await page.getByRole("link", { name: "Import" }).click();
    await chooseFile(page, { name: "list.xlsx", ...bytes("PK\u0003\u0004") });
    await page.getByRole("alert").filter({ hasText: "list.xlsx is a spreadsheet." }).waitFor();

    await chooseFile(page, table);
    await page.getByText("nothing has been saved yet").waitFor();
    expect(await page.getByLabel("Column “act”").inputValue()).toBe("name");
    expect(await page.getByLabel("Number duplicate names").isChecked()).toBe(true);
    await expectAccessible(page);
    expect(await stored(app, "prompts", first)).toEqual([]);

    await page.getByRole("button", { name: "Import 3 prompts" }).click();
    await page.getByText("Imported: 3 created.").waitFor();
    await expectAccessible(page);

    await page.getByRole("button", { name: "Import another file" }).click();
    await chooseFile(page, table);
    await page.getByText("is already in the library").waitFor();
    await page.getByRole("radio", { name: "Unchanged 3" }).waitFor();
    const written = [...(await stored(app, "prompts", first)), ...(await stored(app, "prompts", second))];
    expect(written.map(({ name, version }) => `${name}, version ${version}`).toSorted()).toEqual([
      `${first} 2, version 1`,
      `${first}, version 1`,
      `${second}, version 1`,
    ]);

    await page.getByRole("link", { name: "Back to prompts" }).click();
    await page.getByRole("searchbox", { name: "Search prompts" }).fill(`${first.toLowerCase()} 2`);
    await page.getByRole("link", { name: `${first} 2` }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export all" }).click(),
    ]);
    const exported = (await readFile(await download.path(), "utf8")).trimEnd().split("\n");
    expect(exported.map((line) => (JSON.parse(line) as Item).name)).toEqual(
      expect.arrayContaining([first, `${first} 2`, second]),
    );
  },
);
