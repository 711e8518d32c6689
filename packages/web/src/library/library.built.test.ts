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

browserTest(
  "a prompt is created, previewed, changed, and restored, and never overwrites another change",
  { path: "/library/prompts/new", expected: [/412 PUT/, /status of 412/] },
  async (app) => {
    const { page, call } = app;
    const name = freshName("Release notes");
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Content").fill("Write notes for {{version}}.");
    await page.getByLabel("version", { exact: true }).fill("2.1");
    await page.getByRole("region", { name: "Filled prompt" }).getByText("2.1").waitFor();
    await page.getByRole("button", { name: "Create prompt" }).click();
    await page.getByText("Version 1, updated").waitFor();

    await page.getByLabel("Content").fill("Write friendly notes for {{version}}.");
    await page.getByRole("button", { name: "Add label" }).click();
    await page.getByLabel("Name of label 1").fill("team");
    await page.getByLabel("Name of label 1").press("Enter");
    await page.getByLabel("Value of label team").fill("docs");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Version 2, updated").waitFor();

    await page.getByRole("link", { name: "Versions" }).click();
    await page.getByRole("heading", { name: "Changes in version 2" }).waitFor();
    await page.getByText("label team: docs").waitFor();
    await page.getByRole("link", { name: /^Version 1/ }).click();
    await page.getByRole("button", { name: "Restore version 1" }).click();
    await page.getByText("Version 3, updated").waitFor();
    const [prompt] = await stored(app, "prompts", name);
    expect(prompt).toMatchObject({ content: "Write notes for {{version}}.", version: 3 });

    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByLabel("Content").fill("mine");
    const path = `/api/prompts/${prompt?.id ?? ""}`;
    await call("PUT", path, { name, content: "theirs" });
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Somebody saved version 4 of this prompt").waitFor();
    expect((await call<Item>("GET", path)).content).toBe("theirs");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Overwrite" }).click();
    await page.getByText("Version 5, updated").waitFor();
    expect((await call<Item>("GET", path)).content).toBe("mine");
  },
);
