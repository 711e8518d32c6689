import { expect } from "vitest";
import { expectAccessible } from "../testing/accessible.ts";
import { browserTest } from "../testing/browser-test.ts";
import { fenced, runTurn } from "../testing/chatting.ts";
import { download } from "../testing/download.ts";
import { freshName } from "../testing/fresh-name.ts";
import { hold } from "../testing/hold.ts";
import type { OpenApp } from "../testing/open-app.ts";

async function createWorkspace(app: OpenApp) {
  const { id } = await app.call<{ id: string }>("POST", "/api/workspaces", { name: freshName("views") });
  return {
    open: async (view: string) => await app.page.goto(`${app.server.origin}/workspaces/${id}/${view}`),
    turn: async (...commands: readonly string[]) => await runTurn(app, id, fenced("sh", ...commands)),
    config: async () => await app.call<Record<string, unknown>>("GET", `/api/workspaces/${id}/config`),
    putConfig: async (config: unknown) => await app.call("PUT", `/api/workspaces/${id}/config`, config),
  };
}

browserTest(
  "the changes of a session are compared side by side, and downloaded as a patch",
  {},
  async (app) => {
    const { page } = app;
    const workspace = await createWorkspace(app);
    await workspace.open("changes");
    await page.getByText("No changes yet").waitFor();
    const first = await workspace.turn(
      "mkdir src",
      "echo 'const a = 1;' > src/a.ts",
      "printf 'old' > gone.txt",
    );
    const second = await workspace.turn("echo 'const a = 2;' > src/a.ts", "echo new > b.txt", "rm gone.txt");
    await workspace.open("changes");
    await page.getByText("3 files changed, 2 lines added, 2 lines removed").waitFor();
    await page.getByRole("button", { name: /src\/a\.ts/ }).click();
    await page.getByRole("textbox", { name: "Before: src/a.ts" }).getByText("const a = 1;").waitFor();
    await page.getByRole("textbox", { name: "After: src/a.ts" }).getByText("const a = 2;").waitFor();
    const patch = await download(page.getByRole("button", { name: "Download patch" }));
    expect(patch.name).toBe(`${second}.patch`);
    expect(patch.text).toContain("+const a = 2;");

    // Added and deleted files have one side.
    await page.getByRole("button", { name: /b\.txt/ }).click();
    const added = page.getByRole("region", { name: "b.txt" });
    await added.getByRole("textbox", { name: "After: b.txt" }).getByText("new").waitFor();
    expect(await added.locator(".cm-deletedChunk, .cm-deletedLine").count()).toBe(0);
    await page.getByRole("button", { name: /gone\.txt/ }).click();
    const deleted = page.getByRole("region", { name: "gone.txt" });
    await deleted.getByText("old").first().waitFor();
    expect(await deleted.locator(".cm-insertedLine").count()).toBe(0);

    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole("button", { name: /src\/a\.ts/ }).click();
    await page.getByRole("textbox", { name: "Before: src/a.ts" }).waitFor({ state: "detached" });
    await page.getByRole("textbox", { name: "After: src/a.ts" }).getByText("const a = 1;").waitFor();
    await expectAccessible(page);

    await workspace.open(`chat?session=${first}`);
    await page.getByText("Finished", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Changes", exact: true }).click();
    await page.getByRole("button", { name: /gone\.txt/ }).waitFor();
    expect(new URL(page.url()).searchParams.get("session")).toBe(first);
  },
);

browserTest(
  "a config is saved, validated at its fields, and never overwrites another change",
  { expected: [/ 40[03] PUT/, / 412 PUT/, /status of 4(00|03|12)/] },
  async (app) => {
    const { page } = app;
    const workspace = await createWorkspace(app);
    const save = page.getByRole("button", { name: "Save", exact: true });
    await workspace.open("config");
    await page.getByLabel("Steps").fill("7");
    await page.getByRole("button", { name: "Add variable" }).click();
    await page.getByLabel("Name of variable 1").fill("API_KEY");
    await page.getByLabel("Name of variable 1").press("Enter");
    await page.getByLabel("Secret").check();
    await page.getByLabel("Value of variable API_KEY").fill("s3cret");
    await page.getByRole("textbox", { name: "Config as JSON" }).getByText('"max_steps"').waitFor();
    await save.click();
    await page.getByText("Config saved").waitFor();
    expect(await workspace.config()).toMatchObject({
      limits: { max_steps: 7 },
      env: { API_KEY: { secret: true } },
    });
    await expect.poll(async () => await page.content()).not.toContain("s3cret");
    // It has no other value that could be stored instead of the secret.
    expect(await page.getByLabel("Secret").isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Add variable" }).click();
    const second = page.getByLabel("Name of variable 2");
    const own = await second.inputValue();
    await second.fill("API_KEY");
    await second.press("Enter");
    expect(await second.inputValue()).toBe(own);
    await page.getByRole("button", { name: `Remove ${own}` }).click();

    await page.getByLabel("Memory in MB").fill("3");
    await save.click();
    await page.locator("[aria-invalid]").waitFor();
    expect(await page.locator("[aria-invalid]").inputValue()).toBe("3");
    await page.getByLabel("Memory in MB").fill("512");

    await workspace.putConfig({ ...(await workspace.config()), system_prompt: "By somebody else" });
    await save.click();
    await page.getByText("Somebody else changed the config").waitFor();
    expect(await workspace.config()).toMatchObject({
      system_prompt: "By somebody else",
      sandbox: { memory_mb: 1024 },
    });
    await expectAccessible(page);
    await page.getByRole("button", { name: "Discard my changes" }).click();
    await expect
      .poll(async () => await page.getByLabel("System prompt").inputValue())
      .toBe("By somebody else");
  },
);

browserTest("what is typed while a config is saved stays", {}, async (app) => {
  const { page } = app;
  const workspace = await createWorkspace(app);
  await workspace.open("config");
  const saving = await hold(page, "PUT", /\/config$/);
  await page.getByLabel("Steps").fill("7");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await saving.made;
  await page.getByLabel("Steps").fill("8");
  saving.release();
  await page.getByText("Config saved").waitFor();
  expect(await page.getByLabel("Steps").inputValue()).toBe("8");
  await page.getByText("Unsaved changes").waitFor();
  expect(await workspace.config()).toMatchObject({ limits: { max_steps: 7 } });
});

browserTest("usage is shown as charts and as a table", {}, async (app) => {
  const { page } = app;
  const workspace = await createWorkspace(app);
  await workspace.open("usage");
  await page.getByText("No usage yet").waitFor();
  await workspace.turn("echo hello");
  await workspace.open("usage");
  const chart = page.getByRole("slider", { name: "Tokens" });
  await chart.waitFor();
  expect(await chart.getAttribute("aria-valuetext")).toMatch(/ input, .* output/);
  await page.getByText("By turn", { exact: true }).click();
  await page.getByLabel("Show as table").check();
  await page
    .getByRole("table", { name: "Usage by turn" })
    .getByText(/Turn 1/)
    .waitFor();
  await expectAccessible(page);
});
