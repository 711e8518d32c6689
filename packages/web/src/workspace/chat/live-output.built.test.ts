import { expect, test } from "vitest";
import { expectAccessible } from "../../testing/accessible.ts";
import { HAS_BROWSER } from "../../testing/browser.ts";
import { HAS_BUBBLEWRAP } from "../../testing/bubblewrap.ts";
import { fenced, openChat, send } from "../../testing/chatting.ts";
import { openApp } from "../../testing/open-app.ts";
import { filesOf, fitsEachWidth } from "../../testing/rewinding.ts";
import { startServer } from "../../testing/server.ts";

/** Writes, and goes on when the test has made a file. */
const COMMAND = [
  "seq -f 'line %g' 1 40",
  "until [ -e more ]; do sleep 0.05; done",
  "echo 'line 41'",
  "until [ -e go ]; do sleep 0.05; done",
  "echo done",
];

test.runIf(HAS_BROWSER && HAS_BUBBLEWRAP)(
  "the output of a command is shown while it runs, also to who joins late",
  async () => {
    await using server = await startServer({ SANDBOX: "local" });
    await using app = await openApp({ server });
    const { page } = app;
    const id = await openChat(app);
    const files = filesOf(app, id);
    await send(app, fenced("sh", ...COMMAND));
    const output = page.getByLabel("Call of bash").getByRole("group", { name: "Output", exact: true });
    await output.getByText("line 40").waitFor();
    await output.getByText("… 32 more lines …").waitFor();
    expect(await output.getByText("line 32", { exact: true }).count()).toBe(0);
    await expectAccessible(page);
    await fitsEachWidth(page);

    await page.getByRole("button", { name: "Show all 40 lines" }).click();
    await output.getByText("line 32").waitFor();
    await files.write("more", "");
    await output.getByText("line 41").waitFor();
    // The end stays in view.
    await expect
      .poll(async () => await output.evaluate((pre) => pre.scrollHeight - pre.scrollTop - pre.clientHeight))
      .toBeLessThan(2);

    await page.reload();
    await output.getByText("line 41").waitFor();
    await output.getByText("… 33 more lines …").waitFor();

    await files.write("go", "");
    await page.getByText("Finished", { exact: true }).waitFor();
    await output.getByText("done").waitFor();
    await output.getByText("line 1", { exact: false }).first().waitFor();
    await page.getByRole("button", { name: "Show all 42 lines" }).waitFor();
  },
);
