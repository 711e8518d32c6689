import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { expectAccessible } from "../testing/accessible.ts";
import { hasBrowser } from "../testing/browser.ts";
import { freshName } from "../testing/fresh-name.ts";
import { openApp, type OpenApp } from "../testing/open-app.ts";
import { bytes, chooseFile, type Item } from "./library.test-support.ts";

const isSeen = hasBrowser("the library in a browser");

/** The items of a kind whose names begin so. */
async function stored({ call }: OpenApp, kind: "prompts" | "skills", name: string): Promise<Item[]> {
  const items = await call<Item[]>("GET", `/api/${kind}?limit=500`);
  return items.filter((item) => item.name.startsWith(name));
}

/** A skill in an archive, as `tar` packs a folder of skills. */
async function packedSkill(name: string, instructions: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "skills-"));
  try {
    await mkdir(join(folder, name));
    const head = `---\nname: ${name}\ndescription: Counts words. Use it for questions of length.\n---\n\n`;
    await writeFile(join(folder, name, "SKILL.md"), head + instructions);
    await writeFile(join(folder, name, "run.sh"), "wc -w\n");
    const { stdout } = await promisify(execFile)("tar", ["-cz", "-C", folder, name], {
      encoding: "buffer",
    });
    return stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

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

  test("items that are refused are told with the reason, apart and in a report, and nothing is offered where all or nothing is asked", async () => {
    await using app = await openApp({ path: "/library/prompts/import" });
    const { page } = app;
    const good = freshName("Good");
    const lines = [
      `{"name":"${good}","content":"{{x}}"}`,
      '{"name":"Odd","content":"y","colour":1}',
      "nonsense",
    ];
    await chooseFile(page, { name: "mixed.ndjson", ...bytes(lines.join("\n")) });
    await page.getByText("Nothing is written yet").waitFor();
    await page.getByText("colour is not a known field").waitFor();
    await page.getByLabel("All or nothing").check();
    expect(await page.getByRole("button", { name: "Import 1 prompt" }).isDisabled()).toBe(true);
    await page.getByLabel("All or nothing").uncheck();
    await page.getByRole("button", { name: "Import 1 prompt" }).click();
    await page.getByText("Imported: 1 created, 2 failed.").waitFor();

    // What failed is shown first.
    expect(await page.getByRole("table", { name: "Results" }).getByRole("row").count()).toBe(3);
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download report" }).click(),
    ]);
    const report = await readFile(await download.path(), "utf8");
    expect(report).toContain(
      `1,${good},created,1,,\r\n2,Odd,failed,,invalid_request,colour is not a known field\r\n`,
    );
  });

  test("skills come in an archive, are seen as folders, and are replaced by another one", async () => {
    await using app = await openApp({ path: "/library/skills/import" });
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
    await expectAccessible(page);
    await page.getByRole("link", { name: "run.sh" }).click();
    await page.getByRole("region", { name: "run.sh", exact: true }).getByText("wc -w").waitFor();

    await page.getByLabel("Archive of the skill").setInputFiles({ name: "a.zip", ...bytes("no archive") });
    await page.getByText("a.zip is called an archive and is none.").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByLabel("Archive of the skill").setInputFiles(await archive("Run it twice.\n"));
    await page.getByRole("button", { name: "Replace skill" }).click();
    await page.getByText("Version 2, changed").waitFor();
    await page.getByRole("link", { name: "SKILL.md" }).click();
    await page.getByText("Run it twice.").waitFor();
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

  test("what a workspace uses is deleted only by who types its name", async () => {
    await using app = await openApp({ expected: [/409 DELETE/, /status of 409/] });
    const { page, call } = app;
    const [base, used] = [freshName("base"), freshName("used")];
    await call("POST", "/api/templates", { name: base, config: { system_prompt: "Be brief." } });
    const content = `---\nname: ${used}\ndescription: Used by a template.\n---\n`;
    await call("POST", "/api/skills", { files: [{ path: "SKILL.md", content }] });
    await call("PUT", `/api/templates/${base}`, { config: { skills: [used] } });
    await page.goto(`${app.server.origin}/library/skills`);
    await page.getByRole("button", { name: `Actions for ${used}` }).click();
    await page.getByRole("menuitem", { name: "Delete …" }).click();
    await page.getByRole("button", { name: "Delete skill" }).click();
    await page.getByText(`is used by the template "${base}"`).waitFor();
    await page.getByLabel(`Type ${used} to confirm`).fill(used);
    await page.getByRole("button", { name: "Delete it anyway" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("link", { name: used }).waitFor({ state: "detached" });

    await page.goto(`${app.server.origin}/library/templates`);
    await page.getByRole("link", { name: base }).click();
    await page.getByText(`"${used}"`).waitFor();
    await expectAccessible(page);
  });
});
