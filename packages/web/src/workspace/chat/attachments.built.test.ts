import { expect, test } from "vitest";
import { expectAccessible } from "../../testing/accessible.ts";
import { hasBrowser } from "../../testing/browser.ts";
import { openChat, send } from "../../testing/chatting.ts";
import { openApp } from "../../testing/open-app.ts";

const isSeen = hasBrowser("images in a browser");
/** One pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test.runIf(isSeen)(
  "an image that is sent is seen in the message, also later, and opens whole",
  async () => {
    await using app = await openApp();
    const { page } = app;
    await openChat(app);
    const file = { name: "dot.png", mimeType: "image/png", buffer: PNG };
    await page.getByLabel("Images", { exact: true }).setInputFiles(file);
    await page.getByText("dot.png").waitFor();
    await send(app, "What is it?");
    await page.getByText("Finished", { exact: true }).waitFor();
    await page.reload();
    const image = page.getByLabel("Your message").getByRole("img", { name: "Open the image" });
    await image.waitFor();
    await expect
      .poll(async () => await image.evaluate((element) => (element as HTMLImageElement).naturalWidth), {
        timeout: 30_000,
      })
      .toBe(1);
    await expectAccessible(page);

    const [tab] = await Promise.all([page.waitForEvent("popup"), image.click()]);
    const answer = await app.page.request.get(tab.url());
    expect(answer.headers()["content-type"]).toBe("image/png");
    expect(await answer.body()).toEqual(PNG);
  },
  240_000,
);
