import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { expectAccessible } from "../../testing/accessible.ts";
import { HAS_BROWSER } from "../../testing/browser.ts";
import { browserTest } from "../../testing/browser-test.ts";
import { fenced, openChat, runTurn, send } from "../../testing/chatting.ts";
import { openApp } from "../../testing/open-app.ts";
import { painted } from "../../testing/painted.ts";
import { editorOf, fitsEachWidth, messages } from "../../testing/rewinding.ts";
import { startServer } from "../../testing/server.ts";

const PAGE = ["<!doctype html>", "<h1>Maps</h1>"];

browserTest("a call has a name for people, and opens the file that it wrote", {}, async (app) => {
  const { page } = app;
  const id = await openChat(app);
  await send(app, [fenced("file:site/index.html", ...PAGE), fenced("sh", "ls site")].join("\n\n"));
  await page.getByText("Finished", { exact: true }).waitFor();
  await page.getByLabel("Call of bash").getByText("Run command").waitFor();
  const written = page.getByLabel("Call of write");
  await written.getByRole("button", { name: /^Write file/ }).waitFor();
  await expectAccessible(page);
  await fitsEachWidth(page);
  await send(app, "It is in `site/index.html`, and not in `site/other.html`.");
  const message = messages(page).filter({ hasText: "It is in" });
  await message.getByRole("link", { name: "site/index.html" }).waitFor();
  expect(await message.getByRole("link").count()).toBe(1);
  await page.getByText("Finished", { exact: true }).nth(1).waitFor();
  await expectAccessible(page);
  // Like a search in the page, which is no input to the transcript.
  await page.getByLabel("Transcript").evaluate((transcript) => {
    transcript.scrollTo({ top: 0 });
  });
  await page.getByRole("button", { name: "Latest messages" }).waitFor();
  await written.getByRole("link", { name: "Open site/index.html" }).click();
  await page.waitForURL(`${app.server.origin}/workspaces/${id}/files?path=site%2Findex.html`);
  await editorOf(page).getByText("Maps").waitFor();
});

browserTest("code has the name of its language, and colours", {}, async (app) => {
  const { page } = app;
  await openChat(app);
  await send(app, fenced("ts", "const answer = 42; // sure"));
  const code = page.getByRole("group", { name: "Code: ts" }).first();
  await code.waitFor();
  const plain = await code.evaluate((pre) => getComputedStyle(pre).color);
  const colour = async (text: string) =>
    await code.getByText(text, { exact: true }).evaluate((token) => getComputedStyle(token).color);
  for (const token of ["const", "answer", "42", "// sure"]) expect(await colour(token)).not.toBe(plain);
  expect(await code.textContent()).toBe("const answer = 42; // sure\n".trimEnd());
  await page.getByText("ts", { exact: true }).first().waitFor();
  await expectAccessible(page);
});

browserTest("a reader jumps to the start, to the end, and between messages", {}, async (app) => {
  const { page, server } = app;
  const id = await openChat(app);
  let session: string | undefined;
  for (const word of ["first", "second", "third"]) {
    const message = [`The ${word} task.`, fenced("sh", "seq 1 12"), fenced("sh", "seq 1 12")].join("\n\n");
    session = await runTurn(app, id, message, session);
  }
  await page.goto(`${server.origin}/workspaces/${id}/chat?session=${session ?? ""}`);
  await page.getByText("Finished", { exact: true }).last().waitFor();
  const message = (text: string) => messages(page).filter({ hasText: text });
  const isAtTop = async (text: string) =>
    await message(text).evaluate((element) => {
      const frame = element.closest('[role="region"]');
      const { top } = element.getBoundingClientRect();
      return frame !== null && Math.abs(top - frame.getBoundingClientRect().top) < 40;
    });
  // The buttons appear as soon as the reader scrolls up, and their keys work then. While it measures its rows, the transcript stays at its end.
  await page.getByLabel("Transcript").hover();
  const isScrolledUp = async () => {
    await page.mouse.wheel(0, -60);
    return await page.getByRole("button", { name: "First message" }).isVisible();
  };
  await expect.poll(isScrolledUp).toBe(true);
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(async () => await isAtTop("The third task.")).toBe(true);
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(async () => await isAtTop("The second task.")).toBe(true);
  await expectAccessible(page);
  await page.getByRole("button", { name: "First message" }).click();
  await expect.poll(async () => await isAtTop("The first task.")).toBe(true);
  await page.getByRole("button", { name: "Next message of yours" }).click();
  await expect.poll(async () => await isAtTop("The second task.")).toBe(true);
  await page.getByRole("button", { name: "Previous message of yours" }).click();
  await expect.poll(async () => await isAtTop("The first task.")).toBe(true);
  await page.getByRole("button", { name: "Latest messages" }).click();
  await page.getByRole("button", { name: "Latest messages" }).waitFor({ state: "detached" });
  await expect
    .poll(async () => await page.getByText("Finished", { exact: true }).last().isVisible())
    .toBe(true);
});

test.runIf(HAS_BROWSER)(
  "a reader scrolls up while the agent has not answered the last message",
  async () => {
    await using model = createServer().listen(0, "127.0.0.1");
    await once(model, "listening");
    await using server = await startServer({
      MODEL: "openai-compatible/any",
      OPENAI_COMPATIBLE_BASE_URL: `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`,
    });
    await using app = await openApp({ server });
    const { page } = app;
    await openChat(app);
    await send(app, Array.from({ length: 60 }, (_, index) => `Line ${index + 1}.`).join("\n\n"));
    await messages(page).waitFor();
    await page.getByLabel("Transcript").hover();
    const latest = page.getByRole("button", { name: "Latest messages" });
    const isScrolledUp = async () => {
      await page.mouse.wheel(0, -60);
      return await latest.isVisible();
    };
    await expect.poll(isScrolledUp).toBe(true);
    await painted(page);
    expect(await latest.isVisible()).toBe(true);
  },
  600_000,
);
