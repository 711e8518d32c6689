import { expect, test } from "vitest";
import { expectAccessible } from "../../testing/accessible.ts";
import { hasBrowser } from "../../testing/browser.ts";
import { fenced, openChat, send } from "../../testing/chatting.ts";
import { freshName } from "../../testing/fresh-name.ts";
import { openApp } from "../../testing/open-app.ts";
import { startServer } from "../../testing/server.ts";

const isSeen = hasBrowser("what is written to the agent in a browser");

test.runIf(isSeen)(
  "a draft outlasts a reload, until it is sent, and is nobody else's after a sign-out",
  async () => {
    await using app = await openApp();
    const { page } = app;
    await openChat(app);
    const field = page.getByLabel("Message to the agent");
    await field.fill("Half a thought");
    await page.reload();
    await expect.poll(async () => await field.inputValue()).toBe("Half a thought");
    await field.press("Control+Enter");
    await page.getByText("Finished", { exact: true }).waitFor();
    await page.reload();
    await page.getByText("Finished", { exact: true }).waitFor();
    expect(await field.inputValue()).toBe("");
    await field.fill("A secret");
    expect(await page.evaluate("JSON.stringify(sessionStorage)")).toContain("A secret");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("Sign out");
    await page.keyboard.press("Enter");
    await page.getByLabel("Password").waitFor();
    expect(await page.evaluate("JSON.stringify(sessionStorage)")).not.toContain("A secret");
  },
  240_000,
);

test.runIf(isSeen)(
  "a message that is sent while the server is away is sent once it is back, once",
  async () => {
    const expected = [/^failed: .* net::ERR_/, /^console: Failed to load resource: net::ERR_/];
    await using server = await startServer();
    await using app = await openApp({ server, expected });
    const { page } = app;
    const id = await openChat(app);
    await send(app, "First");
    await page.getByText("Finished", { exact: true }).waitFor();
    await server.kill();
    await send(app, "Second");
    const notice = page.getByText("Your message is sent as soon as the server answers again.");
    await notice.waitFor();
    await expectAccessible(page);
    await using back = await server.restart();
    expect(back.origin).toBe(server.origin);
    await page.getByText("Finished", { exact: true }).nth(1).waitFor();
    await notice.waitFor({ state: "detached" });
    const session = new URL(page.url()).searchParams.get("session") ?? "";
    const messages = await app.call<{ role: string; content: string }[]>(
      "GET",
      `/api/workspaces/${id}/messages?session_id=${session}`,
    );
    expect(messages.filter(({ role }) => role === "user").map(({ content }) => content)).toEqual([
      "First",
      "Second",
    ]);
  },
  240_000,
);

test.runIf(isSeen)(
  "a message that joins the running turn is seen until it has, and a fork says where it comes from",
  async () => {
    await using app = await openApp();
    const { page } = app;
    const id = await openChat(app, { permissions: { bash: "ask" } });
    await send(app, fenced("sh", "echo allowed"));
    await page.getByRole("button", { name: "Allow", exact: true }).waitFor();
    await page.getByRole("radio", { name: "Steer" }).check({ force: true });
    await send(app, "And faster");
    const waiting = page.getByLabel("Waiting messages").getByText("And faster");
    await waiting.waitFor();
    await page.getByText("Joins before the next step").waitFor();
    await page.reload();
    await waiting.waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await page.getByLabel("Your message, added to the running turn").getByText("And faster").waitFor();
    await waiting.waitFor({ state: "detached" });
    await page.getByText("Finished", { exact: true }).waitFor();

    const before = page.url();
    await page.getByRole("button", { name: "Actions for this session" }).click();
    await page.getByRole("menuitem", { name: "Fork" }).click();
    await page.waitForURL((url) => url.href !== before);
    await page.getByLabel("Conversation").getByText("Forked from").first().waitFor();
    await page.getByRole("navigation", { name: "Sessions" }).getByText("Forked from").waitFor();
    await page.getByText("The agent is idle.").waitFor({ state: "attached" });
    expect(await page.getByRole("button", { name: "Stop" }).count()).toBe(0);
    expect(id).toMatch(/^ws/);
    await expectAccessible(page);
  },
  240_000,
);

test.runIf(isSeen)(
  "a stored prompt is found among many",
  async () => {
    await using app = await openApp();
    const { page, call } = app;
    const base = freshName("prompt");
    for (let index = 0; index < 60; index++)
      await call("POST", "/api/prompts", {
        name: `${base}-${index}`,
        description: `Number ${index}`,
        content: "Say {{word}}.",
      });
    await openChat(app);
    await page.getByRole("button", { name: "Use a stored prompt" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Search prompts").fill(`${base}-7`);
    await dialog.getByLabel("Search prompts").press("Enter");
    await expect.poll(async () => await dialog.getByRole("radio").count()).toBe(1);
    await expectAccessible(page);
    await dialog.getByLabel("Search prompts").fill(base);
    await expect.poll(async () => await dialog.getByRole("radio").count()).toBeGreaterThan(40);
    await dialog.getByRole("radio").last().scrollIntoViewIfNeeded();
    await expect.poll(async () => await dialog.getByRole("radio").count()).toBe(60);
    await dialog.getByRole("radio", { name: `${base}-3 Number 3`, exact: true }).check();
    await dialog.getByLabel("word").fill("hello");
    await dialog.getByRole("button", { name: "Use prompt" }).click();
    await page.getByRole("button", { name: `Remove ${base}-3` }).waitFor();
  },
  240_000,
);
