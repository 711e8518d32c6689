import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { expectAccessible } from "../testing/accessible.ts";
import { hasBrowser } from "../testing/browser.ts";
import { openApp } from "../testing/open-app.ts";

const isSeen = hasBrowser("the library in a browser");
const FIXTURE = join(import.meta.dirname, "../../../../../shared/fixtures/prompts/prompts.csv");
const hasFixture = existsSync(FIXTURE);
if (!hasFixture)
  console.warn("SKIPPED: the import of real prompts in a browser, for ../shared/fixtures is absent");

interface Item {
  readonly id: string;
  readonly name: string;
  readonly content?: string;
  readonly version: number;
}

const bytes = (text: string) => ({ mimeType: "text/plain", buffer: Buffer.from(text) });

async function chooseFile(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) {
  await page.getByLabel("File to import").setInputFiles(file);
}

/** A skill `count` in an archive, as `tar` packs a folder of skills. */
async function packedSkill(instructions: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "skills-"));
  try {
    await mkdir(join(folder, "count"));
    const head = "---\nname: count\ndescription: Counts words. Use it for questions of length.\n---\n\n";
    await writeFile(join(folder, "count", "SKILL.md"), head + instructions);
    await writeFile(join(folder, "count", "run.sh"), "wc -w\n");
    const { stdout } = await promisify(execFile)("tar", ["-cz", "-C", folder, "count"], {
      encoding: "buffer",
    });
    return stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe.runIf(isSeen)("importing", () => {
  test.runIf(hasFixture)(
    "a table of real prompts is looked at, written, and changes nothing the second time",
    async () => {
      await using app = await openApp({ path: "/library/prompts" });
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
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "Export all" }).click();
      const exported = await readFile(await (await download).path(), "utf8");
      expect(exported.trimEnd().split("\n")).toHaveLength(152);
    },
  );

  test("items that are refused are told with the reason, apart and in a report, and nothing is offered where all or nothing is asked", async () => {
    await using app = await openApp({ path: "/library/prompts/import" });
    const { page } = app;
    const lines = [
      '{"name":"Good","content":"{{x}}"}',
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
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download report" }).click();
    const report = await readFile(await (await download).path(), "utf8");
    expect(report).toContain(
      "1,Good,created,1,,\r\n2,Odd,failed,,invalid_request,colour is not a known field\r\n",
    );
  });

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

  test("skills come in an archive, are seen as folders, and are replaced by another one", async () => {
    await using app = await openApp({ path: "/library/skills/import" });
    const { page } = app;
    const archive = async (text: string) => ({
      name: "skills.tar.gz",
      mimeType: "application/gzip",
      buffer: await packedSkill(text),
    });
    await chooseFile(page, await archive("Run `run.sh`.\n"));
    await page.getByRole("button", { name: "Import 1 skill" }).click();
    await page.getByText("Imported: 1 created.").waitFor();

    const [skill] = await app.call<Item[]>("GET", "/api/skills");
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
    await page.getByLabel("Name", { exact: true }).fill("Release notes");
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
    const [prompt] = await app.call<Item[]>("GET", "/api/prompts");
    expect(prompt).toMatchObject({ content: "Write notes for {{version}}.", version: 3 });
  });

  test("what somebody saved meanwhile is not overwritten unasked", async () => {
    await using app = await openApp({ expected: [/412 PUT/, /status of 412/] });
    const { page, call } = app;
    const { id } = await call<Item>("POST", "/api/prompts", { name: "Shared", content: "first" });
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
    await call("POST", "/api/templates", { name: "base", config: { system_prompt: "Be brief." } });
    const content = "---\nname: used\ndescription: Used by a template.\n---\n";
    await call("POST", "/api/skills", { files: [{ path: "SKILL.md", content }] });
    await call("PUT", "/api/templates/base", { config: { skills: ["used"] } });
    await page.goto(`${app.server.origin}/library/skills`);
    await page.getByRole("button", { name: "Actions for used" }).click();
    await page.getByRole("menuitem", { name: "Delete …" }).click();
    await page.getByRole("button", { name: "Delete skill" }).click();
    await page.getByText('is used by the template "base"').waitFor();
    await page.getByLabel("Type used to confirm").fill("used");
    await page.getByRole("button", { name: "Delete it anyway" }).click();
    await page.getByRole("heading", { name: "No skills yet" }).waitFor();

    await page.goto(`${app.server.origin}/library/templates`);
    await page.getByRole("link", { name: "base" }).click();
    await page.getByText('"used"').waitFor();
    await expectAccessible(page);
  });
});
