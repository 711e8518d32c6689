import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { expectAccessible } from "../testing/accessible.ts";
import { hasBrowser } from "../testing/browser.ts";
import { freshName } from "../testing/fresh-name.ts";
import { openApp } from "../testing/open-app.ts";
import { bytes, chooseFile, stored, type Item } from "./library.test-support.ts";

const isSeen = hasBrowser("the library in a browser");

describe.runIf(isSeen)("importing", () => {
  test("a table is looked at, written, and changes nothing the second time", async () => {
    await using app = await openApp({ path: "/library/prompts" });
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
    await page.getByText("Nothing is written yet").waitFor();
    expect(await page.getByLabel("Column “act”").inputValue()).toBe("name");
    expect(await page.getByLabel("Number repeated names").isChecked()).toBe(true);
    await expectAccessible(page);
    expect(await stored(app, "prompts", first)).toEqual([]);

    await page.getByRole("button", { name: "Import 3 prompts" }).click();
    await page.getByText("Imported: 3 created.").waitFor();
    await expectAccessible(page);

    await page.getByRole("button", { name: "Import another file" }).click();
    await chooseFile(page, table);
    await page.getByText("Everything is in the library already").waitFor();
    await page.getByRole("radio", { name: "Unchanged 3" }).waitFor();
    const written = [...(await stored(app, "prompts", first)), ...(await stored(app, "prompts", second))];
    expect(written.map(({ name, version }) => `${name}, version ${version}`).toSorted()).toEqual([
      `${first} 2, version 1`,
      `${first}, version 1`,
      `${second}, version 1`,
    ]);

    await page.getByRole("link", { name: "Back to the prompts" }).click();
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
  });
});

describe.runIf(isSeen)("editing", () => {
  test("a prompt is made, tried with values, changed, compared with what it was and brought back", async () => {
    await using app = await openApp({ path: "/library/prompts/new" });
    const { page } = app;
    const name = freshName("Release notes");
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Content").fill("Write notes for {{version}}.");
    await page.getByLabel("version", { exact: true }).fill("2.1");
    await page.getByRole("region", { name: "Filled prompt" }).getByText("2.1").waitFor();
    await page.getByRole("button", { name: "Create prompt" }).click();
    await page.getByText("Version 1, changed").waitFor();

    await page.getByLabel("Content").fill("Write friendly notes for {{version}}.");
    await page.getByRole("button", { name: "Add label" }).click();
    await page.getByLabel("Name of label 1").fill("team");
    await page.getByLabel("Value of label 1").fill("docs");
    await page.getByRole("button", { name: "Save prompt" }).click();
    await page.getByText("Version 2, changed").waitFor();
    await expectAccessible(page);

    await page.getByRole("link", { name: "Versions" }).click();
    await page.getByRole("heading", { name: "What version 2 changed" }).waitFor();
    await page.getByText("label team: docs").waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: /^Version 1/ }).click();
    await page.getByRole("button", { name: "Go back to version 1" }).click();
    await page.getByText("Version 3, changed").waitFor();
    const [prompt] = await stored(app, "prompts", name);
    expect(prompt).toMatchObject({ content: "Write notes for {{version}}.", version: 3 });
  });

  test("what somebody saved meanwhile is not overwritten unasked", async () => {
    await using app = await openApp({ expected: [/412 PUT/, /status of 412/] });
    const { page, call } = app;
    const { id } = await call<Item>("POST", "/api/prompts", {
      name: freshName("Shared"),
      content: "first",
    });
    await page.goto(`${app.server.origin}/library/prompts/${id}`);
    await page.getByLabel("Content").fill("mine");
    await call("PUT", `/api/prompts/${id}`, { content: "theirs" });
    await page.getByRole("button", { name: "Save prompt" }).click();
    await page.getByText("Somebody saved version 2 of this prompt").waitFor();
    expect((await call<Item>("GET", `/api/prompts/${id}`)).content).toBe("theirs");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save mine over it" }).click();
    await page.getByText("Version 3, changed").waitFor();
    expect((await call<Item>("GET", `/api/prompts/${id}`)).content).toBe("mine");
  });
});
