import { expect } from "vitest";
import { browserTest } from "../../testing/browser-test.ts";
import { openChat, send } from "../../testing/chatting.ts";
import { hold } from "../../testing/hold.ts";

/** One pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

browserTest("an image is shown in its message, and opens in a new tab", {}, async (app) => {
  const { page } = app;
  await openChat(app);
  const file = { name: "dot.png", mimeType: "image/png", buffer: PNG };
  const reading = await hold(page, "GET", /\/images-[^/]*\.js$/);
  await page.getByLabel("Message to the agent").fill("What is it?");
  await page.getByLabel("Images", { exact: true }).setInputFiles(file);
  await reading.made;
  expect(await page.getByRole("button", { name: "Send", exact: true }).isDisabled()).toBe(true);
  reading.release();
  await page.getByText("dot.png").waitFor();
  await send(app, "What is it?");
  await page.getByText("Finished", { exact: true }).waitFor();
  await page.reload();
  const image = page.getByLabel("Your message").getByRole("img", { name: "Open image" });
  await expect
    .poll(async () => await image.evaluate((element) => (element as HTMLImageElement).naturalWidth), {
      timeout: 30_000,
    })
    .toBe(1);

  const [tab] = await Promise.all([page.waitForEvent("popup"), image.click()]);
  const response = await page.request.get(tab.url());
  expect(response.headers()["content-type"]).toBe("image/png");
  expect(await response.body()).toEqual(PNG);
});
