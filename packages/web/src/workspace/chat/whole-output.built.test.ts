import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { expectAccessible } from "../../testing/accessible.ts";
import { hasBrowser } from "../../testing/browser.ts";
import { fenced, openChat, send } from "../../testing/chatting.ts";
import { openApp } from "../../testing/open-app.ts";

const isSeen = hasBrowser("whole outputs in a browser");

test.runIf(isSeen)(
  "the whole of an output that was cut opens from its card",
  async () => {
    await using app = await openApp();
    const { page } = app;
    await openChat(app);
    await send(app, fenced("sh", "seq 1 9000"));
    await page.getByText("Finished", { exact: true }).waitFor();
    const dialog = page.getByRole("dialog", { name: "The whole output" });
    await page.getByLabel("Transcript").press("Home");
    await page.getByRole("button", { name: "Open all of it" }).click();
    await dialog.getByLabel("Output", { exact: true }).getByText("2400").waitFor();
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "Download" }).click(),
    ]);
    const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\n");
    expect([lines.length, lines.at(-1)]).toEqual([9000, "9000"]);
  },
  240_000,
);
