import { expect, test } from "vitest";
import { hasBrowser } from "../../testing/browser.ts";
import { fenced, openChat, send } from "../../testing/chatting.ts";
import { openApp } from "../../testing/open-app.ts";
import { startServer } from "../../testing/server.ts";

test.runIf(hasBrowser("outputs of a sandbox that has ended in a browser"))(
  "when the sandbox has ended, the card of an output that was cut says that the whole is gone",
  async () => {
    // The one request that finds nothing, and those while the server is away.
    const expected = [
      /404.*outputs/,
      /^failed: .* net::ERR_/,
      /^console: Failed to load resource: net::ERR_/,
    ];
    await using server = await startServer();
    await using app = await openApp({ server, expected });
    const { page } = app;
    await openChat(app);
    await send(app, fenced("sh", "seq 1 9000"));
    await page.getByText("Finished", { exact: true }).waitFor();

    await using back = await server.restart();
    expect(back.origin).toBe(server.origin);
    await page.reload();
    await page.getByText("Finished", { exact: true }).waitFor();
    await page.getByLabel("Transcript").press("Home");
    await page.getByRole("button", { name: "Open all of it" }).click();
    await page.getByText("The whole output is gone").waitFor();
  },
  240_000,
);
