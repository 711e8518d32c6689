import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible } from "../../testing/accessible.ts";
import { OUTAGE_MESSAGES } from "../../testing/browser.ts";
import { browserTest, serverTest } from "../../testing/browser-test.ts";
import { fenced, openChat, runTurn, send } from "../../testing/chatting.ts";
import { download } from "../../testing/download.ts";
import type { OpenApp } from "../../testing/open-app.ts";
import { painted } from "../../testing/painted.ts";

const FAILING = 'for i in $(seq 300); do echo "ok test $i"; done; echo "Error: expected 1, got 2"; exit 1';

async function runCommand(app: OpenApp, command: string): Promise<Locator> {
  const { page } = app;
  await openChat(app);
  await send(app, fenced("sh", command));
  await page.getByText("Finished", { exact: true }).waitFor();
  await page.getByLabel("Transcript").press("Home");
  const card = page.getByLabel("Call of bash");
  await card.waitFor();
  return card;
}

const copied = async ({ page }: OpenApp) => await page.evaluate<string>("navigator.clipboard.readText()");

browserTest("the end of a long output is shown, and command and output can be copied", {}, async (app) => {
  await app.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await app.page.bringToFront();
  const card = await runCommand(app, FAILING);
  await card.getByText("Error: expected 1, got 2").last().waitFor();
  await card.getByText("ok test 1", { exact: false }).first().waitFor();
  await card.getByRole("button", { name: "Copy command" }).click();
  // The button says so for two seconds only, which may be over on a busy machine.
  await expect.poll(async () => await copied(app)).toBe(FAILING);
  await card.getByRole("button", { name: "Copy output" }).click();
  await expect
    .poll(async () => await copied(app))
    .toMatch(/^ok test 1\nok test 2\n[^]*\nError: expected 1, got 2\n/);
  await card.getByRole("button", { name: /^Show all 30\d lines$/ }).click();
  await card.getByText("ok test 150").waitFor();
  await card.getByRole("button", { name: "Show less" }).click();
  await card.getByText("ok test 150").waitFor({ state: "detached" });
});

const PROGRESS = "for i in $(seq 1 3000); do printf '\\r%d of 3000' $i; done; echo; echo done";

browserTest("a progress bar is shown and copied as it was last", {}, async (app) => {
  await app.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await app.page.bringToFront();
  const card = await runCommand(app, PROGRESS);
  const output = card.getByRole("group", { name: "Output", exact: true });
  expect((await output.textContent())?.trim()).toBe("3000 of 3000\ndone");
  await card.getByRole("button", { name: "Copy output" }).click();
  await expect.poll(async () => (await copied(app)).trim()).toBe("3000 of 3000\ndone");
});

serverTest(
  "the full text of a truncated output is shown in parts and downloaded, until its sandbox is gone",
  { expected: [/404.*outputs/, ...OUTAGE_MESSAGES] },
  async (app, server) => {
    const { page } = app;
    let reads = 0;
    page.on("request", (request) => {
      if (request.url().includes("/outputs/")) reads += 1;
    });
    await runCommand(app, "seq 1 130000");
    await page.getByRole("button", { name: "Show full output" }).click();
    const dialog = page.getByRole("dialog", { name: "Full output" });
    const output = dialog.getByLabel("Output", { exact: true });
    await dialog.getByText("Part 1 of 3").waitFor();
    // The status of the session changes meanwhile.
    const [, workspace = "", session] = /workspaces\/(\w+)\/chat\?session=(\w+)/.exec(page.url()) ?? [];
    await runTurn(app, workspace, "Say so.", session);
    await page.getByText("Say so.").first().waitFor({ state: "attached" });
    await page.waitForResponse(new RegExp(`/sessions/${session}$`));
    await painted(page);
    expect(reads).toBe(1);
    // A block has 100 lines, and is laid out when it is visible.
    expect(await output.locator("code").count()).toBe(500);
    const last = output.getByText("50000");
    expect(await isVisible(last)).toBe(false);
    await output.press("End");
    await expect.poll(async () => (await painted(page), await isVisible(last))).toBe(true);
    await expectAccessible(page);
    const next = dialog.getByRole("button", { name: "Next part" });
    await next.click();
    await next.click();
    await dialog.getByText("Part 3 of 3").waitFor();
    expect(await output.textContent()).toMatch(/^100001\n[^]*130000$/);
    expect(await next.isDisabled()).toBe(true);
    const { text } = await download(dialog.getByRole("button", { name: "Download" }));
    const lines = text.trimEnd().split("\n");
    expect([lines.length, lines.at(-1)]).toEqual([130_000, "130000"]);

    await using restarted = await server.restart();
    expect(restarted.origin).toBe(server.origin);
    await page.reload();
    await page.getByText("Finished", { exact: true }).last().waitFor();
    await page.getByLabel("Transcript").press("Home");
    await page.getByRole("button", { name: "Show full output" }).click();
    await page.getByText("The full output is no longer available.").waitFor();
  },
);

async function isVisible(locator: Locator): Promise<boolean> {
  return await locator.evaluate((element) => {
    const frame = element.closest("pre")?.getBoundingClientRect();
    return frame !== undefined && element.getBoundingClientRect().top < frame.bottom;
  });
}
