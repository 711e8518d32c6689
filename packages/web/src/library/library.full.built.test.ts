import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { newFolder } from "../../../sandbox-process/src/testing/new-folder.ts";
import { expectAccessible } from "../testing/accessible.ts";
import { browserTest } from "../testing/browser-test.ts";
import { download } from "../testing/download.ts";
import { freshName } from "../testing/fresh-name.ts";
import { hold } from "../testing/hold.ts";
import { bytes, chooseFile, stored, type Item } from "./library.test-support.ts";

async function packedSkill(name: string, instructions: string): Promise<Buffer> {
  const folder = await newFolder();
  await mkdir(join(folder, name));
  const head = `---\nname: ${name}\ndescription: Counts words. Use it for questions of length.\n---\n\n`;
  await writeFile(join(folder, name, "SKILL.md"), head + instructions);
  await writeFile(join(folder, name, "run.sh"), "wc -w\n");
  const { stdout } = await promisify(execFile)("tar", ["-cz", "-C", folder, name], { encoding: "buffer" });
  return stdout;
}

browserTest(
  "invalid items are reported with a reason, and prevent an atomic import",
  { path: "/library/prompts/import" },
  async ({ page }) => {
    await chooseFile(page, { name: "list.csv", ...bytes("colour,size\nred,1\n") });
    await page.getByText("Choose a column for the name.").waitFor();
    await page.getByRole("button", { name: "Choose another file" }).click();
    const good = freshName("Good");
    const lines = [
      `{"name":"${good}","content":"{{x}}"}`,
      '{"name":"Odd","content":"y","colour":1}',
      "nonsense",
    ];
    await chooseFile(page, { name: "mixed.ndjson", ...bytes(lines.join("\n")) });
    await page.getByText("colour is not a known field").waitFor();
    await page.getByLabel("All or nothing").check();
    expect(await page.getByRole("button", { name: "Import 1 prompt" }).isDisabled()).toBe(true);
    await page.getByLabel("All or nothing").uncheck();
    await page.getByRole("button", { name: "Import 1 prompt" }).click();
    await page.getByText("Imported: 1 created, 2 failed.").waitFor();

    // Failures are shown first.
    expect(await page.getByRole("table", { name: "Results" }).getByRole("row").count()).toBe(3);
    await expectAccessible(page);
    const report = await download(page.getByRole("button", { name: "Download report" }));
    expect(report.text).toContain(
      `1,${good},created,1,,\r\n2,Odd,failed,,invalid_request,colour is not a known field\r\n`,
    );
  },
);

browserTest(
  "a skill is imported from an archive, and replaced by another one",
  { path: "/library/skills/import" },
  async (app) => {
    const { page } = app;
    const name = freshName("count");
    const archive = async (text: string) => ({
      name: "skills.tar.gz",
      mimeType: "application/gzip",
      buffer: await packedSkill(name, text),
    });
    await chooseFile(page, await archive("Run `run.sh`.\n"));
    await page.getByRole("button", { name: "Import 1 skill" }).click();
    await page.getByText("Imported: 1 created.").waitFor();

    const [skill] = await stored(app, "skills", name);
    await page.goto(`${app.server.origin}/library/skills/${skill?.id ?? ""}`);
    await page.getByText("Run `run.sh`.").waitFor();
    await page.getByRole("link", { name: "run.sh" }).click();
    await page.getByRole("region", { name: "run.sh", exact: true }).getByText("wc -w").waitFor();

    await page.getByLabel("Archive of the skill").setInputFiles({ name: "a.zip", ...bytes("no archive") });
    await page.getByText("a.zip cannot be imported into skills.").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByLabel("Archive of the skill").setInputFiles(await archive("Run it twice.\n"));
    await page.getByRole("button", { name: "Replace skill" }).click();
    await page.getByText("Version 2, updated").waitFor();
    await page.getByRole("link", { name: "SKILL.md" }).click();
    await page.getByText("Run it twice.").waitFor();
  },
);

browserTest(
  "an item that is in use is deleted only after its name is typed",
  { expected: [/409 DELETE/, /status of 409/] },
  async (app) => {
    const { page, call } = app;
    const [base, used] = [freshName("base"), freshName("used")];
    const content = `---\nname: ${used}\ndescription: Used by a template.\n---\n`;
    await call("POST", "/api/skills", { files: [{ path: "SKILL.md", content }] });
    await call("POST", "/api/templates", { name: base, config: { skills: [used] } });
    await page.goto(`${app.server.origin}/library/skills`);
    await page.getByRole("button", { name: `Actions for ${used}` }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete skill" }).click();
    await page.getByText(`is used by the template "${base}"`).waitFor();
    await page.getByLabel(`Type ${used} to confirm`).fill(used);
    await page.getByRole("button", { name: "Delete anyway" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("link", { name: used }).waitFor({ state: "detached" });
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

browserTest("what is typed while a prompt is saved stays, and is saved next", {}, async (app) => {
  const { page, call } = app;
  const name = freshName("Slow save");
  const { id } = await call<Item>("POST", "/api/prompts", { name, content: "first" });
  await page.goto(`${app.server.origin}/library/prompts/${id}`);
  const saving = await hold(page, "PUT", /\/api\/prompts\//);
  const content = page.getByLabel("Content");
  const save = page.getByRole("button", { name: "Save", exact: true });
  await content.fill("second");
  await save.click();
  await saving.made;
  await content.fill("second and third");
  saving.release();
  await page.getByText("Version 2, updated").waitFor();
  await page.getByText("Unsaved changes").waitFor();
  expect(await content.inputValue()).toBe("second and third");
  await save.click();
  await page.getByText("Version 3, updated").waitFor();
  expect((await call<Item>("GET", `/api/prompts/${id}`)).content).toBe("second and third");
});

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
    const exported = await download(page.getByRole("button", { name: "Export all" }));
    const lines = exported.text.trimEnd().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as Item).name)).toEqual(
      expect.arrayContaining([first, `${first} 2`, second]),
    );
  },
);
