import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { expectAccessible } from "../testing/accessible.ts";
import { hasBrowser } from "../testing/browser.ts";
import { freshName } from "../testing/fresh-name.ts";
import { openApp } from "../testing/open-app.ts";
import { startServer } from "../testing/server.ts";
import { bytes, chooseFile, stored, type Item } from "./library.test-support.ts";

const isSeen = hasBrowser("imports of the library in a browser");
const FIXTURE = join(import.meta.dirname, "../../../../../shared/fixtures/prompts/prompts.csv");
const hasFixture = existsSync(FIXTURE);
if (!hasFixture)
  console.warn("SKIPPED: the import of real prompts in a browser, for ../shared/fixtures is absent");

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
      const all = await app.call<Item[]>("GET", "/api/prompts?limit=500");
      expect(all).toHaveLength(152);
      expect(new Set(all.map(({ version }) => version))).toEqual(new Set([1]));

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
