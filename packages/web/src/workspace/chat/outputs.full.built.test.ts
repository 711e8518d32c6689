import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "../../testing/accessible.ts";
import { hasBrowser } from "../../testing/browser.ts";
import { fenced, openChat, send } from "../../testing/chatting.ts";
import { drawn } from "../../testing/drawn.ts";
import { openApp, type OpenApp } from "../../testing/open-app.ts";

const isSeen = hasBrowser("outputs of commands in a browser");
const FAILING = 'for i in $(seq 300); do echo "ok test $i"; done; echo "Error: expected 1, got 2"; exit 1';

async function showOutput(app: OpenApp, command: string): Promise<Locator> {
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

test.skipIf(!isSeen)(
  "of a long output its end is shown, and command and output are copied for themselves",
  async () => {
    await using app = await openApp();
    await app.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const card = await showOutput(app, FAILING);
    await card.getByText("Error: expected 1, got 2").last().waitFor();
    await card.getByText("ok test 1", { exact: false }).first().waitFor();
    await card.getByRole("button", { name: "Copy command" }).click();
    await card.getByRole("button", { name: "Copied" }).waitFor();
    expect(await copied(app)).toBe(FAILING);
    await card.getByRole("button", { name: "Copy output" }).click();
    await expect
      .poll(async () => await copied(app))
      .toMatch(/^ok test 1\nok test 2\n[^]*\nError: expected 1, got 2\n/);
    await card.getByRole("button", { name: /^Show all 30\d lines$/ }).click();
    await card.getByText("ok test 150").waitFor();
    await expectAccessible(app.page);
    await card.getByRole("button", { name: "Show less" }).click();
    await card.getByText("ok test 150").waitFor({ state: "detached" });
  },
  240_000,
);

test.skipIf(!isSeen)(
  "all of a cut output is shown to its last line, and only what is in sight is laid out",
  async () => {
    await using app = await openApp();
    const { page } = app;
    await showOutput(app, "seq 1 9000");
    await page.getByRole("button", { name: "Open all of it" }).click();
    const output = page.getByRole("dialog").getByLabel("Output", { exact: true });
    await output.waitFor();
    const text = (await output.textContent()) ?? "";
    expect([text.includes("8999"), text.includes("9000")]).toEqual([true, true]);
    expect(await output.locator("code").count()).toBe(90);
    const last = output.getByText("9000");
    expect(await isInSight(last)).toBe(false);
    await output.press("End");
    await expect.poll(async () => (await drawn(page), await isInSight(last))).toBe(true);
    await expectAccessible(page);
  },
  240_000,
);

test.skipIf(!isSeen)(
  "an output of more lines than a page bears is shown in parts",
  async () => {
    await using app = await openApp();
    const { page } = app;
    await showOutput(app, "seq 1 130000");
    await page.getByRole("button", { name: "Open all of it" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Part 1 of 3").waitFor();
    const next = dialog.getByRole("button", { name: "Next part" });
    await next.click();
    await next.click();
    await dialog.getByText("Part 3 of 3").waitFor();
    expect(await dialog.getByLabel("Output", { exact: true }).textContent()).toMatch(/^100001\n[^]*130000$/);
    expect(await next.isDisabled()).toBe(true);
    await page.setViewportSize({ width: 390, height: 844 });
    await drawn(page);
    const [inner, outer] = [
      await dialog.getByLabel("Output", { exact: true }).boundingBox(),
      await dialog.boundingBox(),
    ];
    expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThan((outer?.x ?? 0) + (outer?.width ?? 0));
  },
  240_000,
);

async function isInSight(locator: Locator): Promise<boolean> {
  return await locator.evaluate((element) => {
    const frame = element.closest("pre")?.getBoundingClientRect();
    return frame !== undefined && element.getBoundingClientRect().top < frame.bottom;
  });
}
