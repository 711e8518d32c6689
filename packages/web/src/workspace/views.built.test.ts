import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "../testing/accessible.ts";
import { hasBrowser } from "../testing/browser.ts";
import { freshName } from "../testing/fresh-name.ts";
import { openApp, type OpenApp } from "../testing/open-app.ts";

const LONG = 240_000;

async function openWorkspace(expected: readonly RegExp[] = []) {
  const app = await openApp({ expected });
  const { id } = await app.call<{ id: string }>("POST", "/api/workspaces", { name: freshName("views") });
  const open = async (view: string) => {
    await app.page.goto(`${app.server.origin}/workspaces/${id}/${view}`);
  };
  const turn = async (message: string) =>
    await app.call<{ session_id: string }>("POST", `/api/workspaces/${id}/chat`, { message, mode: "sync" });
  return { app, id, open, turn };
}

const config = async ({ app, id }: { readonly app: OpenApp; readonly id: string }) =>
  await app.call<Record<string, unknown>>("GET", `/api/workspaces/${id}/config`);

describe.skipIf(!hasBrowser("changes, config and usage of a workspace in a browser"))("a workspace", () => {
  it("shows what a session changed, side by side, and gives the patch", { timeout: LONG }, async () => {
    const opened = await openWorkspace();
    await using app: OpenApp = opened.app;
    const { page } = app;
    await opened.open("changes");
    await page.getByText("Nothing has been changed yet").waitFor();
    await opened.turn("```sh\nmkdir src\necho 'const a = 1;' > src/a.ts\n```");
    const { session_id } = await opened.turn("```sh\necho 'const a = 2;' > src/a.ts\necho new > b.txt\n```");
    await opened.open("changes");
    await page.getByText("2 files changed, 2 lines added, 1 removed").waitFor();
    await page.getByRole("button", { name: /src\/a\.ts/ }).click();
    await page.getByRole("textbox", { name: "Before: src/a.ts" }).getByText("const a = 1;").waitFor();
    await page.getByRole("textbox", { name: "After: src/a.ts" }).getByText("const a = 2;").waitFor();
    await expectAccessible(page);
    const [patch] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download patch" }).click(),
    ]);
    expect(patch.suggestedFilename()).toBe(`${session_id}.patch`);
    expect(await readFile(await patch.path(), "utf8")).toContain("+const a = 2;");
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole("textbox", { name: "Before: src/a.ts" }).waitFor({ state: "detached" });
    await page.getByRole("textbox", { name: "After: src/a.ts" }).getByText("const a = 1;").waitFor();
    await expectAccessible(page);
  });

  it("shows the changes of the session that was looked at", { timeout: LONG }, async () => {
    const opened = await openWorkspace();
    await using app: OpenApp = opened.app;
    const { page } = app;
    const { session_id } = await opened.turn("```sh\necho one > one.txt\n```");
    await opened.turn("```sh\necho two > two.txt\n```");
    await opened.open(`chat?session=${session_id}`);
    await page.getByText("Finished", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Changes", exact: true }).click();
    await page.getByRole("textbox", { name: "After: one.txt" }).waitFor();
    expect(new URL(page.url()).searchParams.get("session")).toBe(session_id);
  });

  it(
    "has a config that is saved, refused at its fields, and never written over unseen",
    { timeout: LONG },
    async () => {
      const opened = await openWorkspace([/ 40[03] PUT/, / 412 PUT/, /status of 4(00|03|12)/]);
      await using app: OpenApp = opened.app;
      const { page } = app;
      await opened.open("config");
      await page.getByLabel("Steps").fill("7");
      await page.getByRole("button", { name: "Add variable" }).click();
      await page.getByLabel("Name of variable 1").fill("API_KEY");
      await page.getByLabel("Name of variable 1").press("Enter");
      await page.getByLabel("Secret").check();
      await page.getByLabel("Value of variable API_KEY").fill("s3cret");
      await page.getByRole("textbox", { name: "Config as JSON" }).getByText('"max_steps"').waitFor();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("Config saved").waitFor();
      expect(await config(opened)).toMatchObject({
        limits: { max_steps: 7 },
        env: { API_KEY: { secret: true } },
      });
      await expect.poll(async () => await page.content()).not.toContain("s3cret");

      await page.getByLabel("Memory in MB").fill("3");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.locator("[aria-invalid]").waitFor();
      expect(await page.locator("[aria-invalid]").inputValue()).toBe("3");
      await page.getByLabel("Memory in MB").fill("512");

      const now = await config(opened);
      await app.call("PUT", `/api/workspaces/${opened.id}/config`, {
        ...now,
        system_prompt: "Of somebody else",
      });
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText(/was changed elsewhere/).waitFor();
      expect(await config(opened)).toMatchObject({
        system_prompt: "Of somebody else",
        sandbox: { memory_mb: 1024 },
      });
      await expectAccessible(page);
      await page.getByRole("button", { name: "Take theirs" }).click();
      await expect
        .poll(async () => await page.getByLabel("System prompt").inputValue())
        .toBe("Of somebody else");
    },
  );

  it("counts what it used, as charts and as a table", { timeout: LONG }, async () => {
    const opened = await openWorkspace();
    await using app: OpenApp = opened.app;
    const { page } = app;
    await opened.open("usage");
    await page.getByText("Nothing has been used yet").waitFor();
    await opened.turn("```sh\necho hello\n```");
    await opened.open("usage");
    const chart = page.getByRole("slider", { name: "Tokens" });
    await chart.waitFor();
    expect(await chart.getAttribute("aria-valuetext")).toMatch(/ in, .* out/);
    await expectAccessible(page);
    await page.getByText("By turn", { exact: true }).click();
    await page.getByLabel("As a table").check();
    await page
      .getByRole("table", { name: "Usage by turn" })
      .getByText(/Turn 1/)
      .waitFor();
    await expectAccessible(page);
  });
});
