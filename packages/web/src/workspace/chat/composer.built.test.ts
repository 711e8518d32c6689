import { expect } from "vitest";
import { expectAccessible } from "../../testing/accessible.ts";
import { browserTest } from "../../testing/browser-test.ts";
import { fenced, openChat, send } from "../../testing/chatting.ts";
import { freshName } from "../../testing/fresh-name.ts";
import { hold } from "../../testing/hold.ts";
import { fitsEachWidth } from "../../testing/rewinding.ts";

browserTest("a draft outlives a reload, until it is sent or the user signs out", {}, async (app) => {
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
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Password").waitFor();
  expect(await page.evaluate("JSON.stringify(sessionStorage)")).not.toContain("A secret");
});

browserTest("a queued message is edited, and withdrawn", {}, async (app) => {
  const { page } = app;
  await openChat(app, { permissions: { bash: "ask" } });
  await send(app, fenced("sh", "echo allowed"));
  await page.getByRole("button", { name: "Allow", exact: true }).waitFor();
  await send(app, "Afterwards");
  await send(app, "Never mind");
  const waiting = page.getByLabel("Waiting messages").getByRole("listitem");
  await waiting.nth(1).waitFor();
  await expectAccessible(page);
  await fitsEachWidth(page);
  await waiting.first().getByRole("button", { name: "Edit message" }).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByLabel("Message").inputValue()).toBe("Afterwards");
  await expectAccessible(page);
  await fitsEachWidth(page);
  await dialog.getByLabel("Message").fill("Afterwards, briefly");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await waiting.getByText("Afterwards, briefly").waitFor();
  await waiting.nth(1).getByRole("button", { name: "Withdraw message" }).click();
  await expect.poll(async () => await waiting.count()).toBe(1);
  await page.getByText("Stopped", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await page.getByText("Finished", { exact: true }).nth(1).waitFor();
  const own = page.getByLabel("Your message", { exact: true });
  expect(await own.allTextContents()).toEqual([
    expect.stringContaining("echo allowed"),
    expect.stringContaining("Never mind"),
    expect.stringContaining("Afterwards, briefly"),
  ]);
  await page.reload();
  await expect.poll(async () => await own.count()).toBe(3);
});

browserTest(
  "a message whose turn starts while it is withdrawn is not withdrawn, which the page says",
  { expected: [/409/] },
  async (app) => {
    const { page } = app;
    await openChat(app, { permissions: { bash: "ask" } });
    await send(app, fenced("sh", "echo allowed"));
    await page.getByRole("button", { name: "Allow", exact: true }).waitFor();
    await send(app, "Never mind");
    const withdrawing = await hold(page, "DELETE", /\/turns\//);
    await page.getByRole("button", { name: "Withdraw message" }).click();
    await withdrawing.made;
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await page.getByText("Finished", { exact: true }).nth(1).waitFor();
    withdrawing.release();
    await page.getByText("The message could not be withdrawn").waitFor();
  },
);

browserTest(
  "a steering message is shown until it joins the turn, and a fork shows its origin",
  {},
  async (app) => {
    const { page, call } = app;
    const id = await openChat(app, { permissions: { bash: "ask" } });
    await send(app, fenced("sh", "echo allowed"));
    await page.getByRole("button", { name: "Allow", exact: true }).waitFor();
    await send(app, "Afterwards");
    await page.getByLabel("Waiting messages").getByText("Afterwards").waitFor();
    await page.getByRole("radio", { name: "Steer" }).check({ force: true });
    await send(app, "And faster");
    const waiting = page.getByLabel("Waiting messages").getByText("And faster");
    await waiting.waitFor();
    await page.reload();
    await waiting.waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await page.getByLabel("Your message, added to the running turn").getByText("And faster").waitFor();
    await waiting.waitFor({ state: "detached" });
    await page.getByText("Finished", { exact: true }).nth(1).waitFor();

    // Another's message says who sent it, and what is noted on its turn.
    const { token } = await call<{ token: string }>("POST", "/api/service-tokens", { name: "ci" });
    const session_id = new URL(page.url()).searchParams.get("session");
    const sent = await fetch(`${app.server.origin}/api/workspaces/${id}/chat`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ message: "From CI", mode: "async", session_id, metadata: { commit: "ab12" } }),
    });
    expect(sent.status).toBe(202);
    const message = page.getByLabel("Message of ci (token)");
    await message.getByText("commit: ab12").waitFor();
    expect(await message.getByText("From CI").count()).toBe(1);
    await page.getByText("Finished", { exact: true }).nth(2).waitFor();

    const before = page.url();
    await page.getByRole("button", { name: "Actions for this session" }).click();
    await page.getByRole("menuitem", { name: "Fork" }).click();
    await page.waitForURL((url) => url.href !== before);
    await page.getByLabel("Conversation").getByText("Forked from").first().waitFor();
    await page.getByRole("navigation", { name: "Sessions" }).getByText("Forked from").waitFor();
    await page.getByText("The agent is idle.").waitFor({ state: "attached" });
    expect(await page.getByRole("button", { name: "Stop" }).count()).toBe(0);
  },
);

browserTest("a prompt is found among several pages of prompts", {}, async (app) => {
  const { page, call } = app;
  const base = freshName("prompt");
  for (let index = 0; index < 60; index++)
    await call("POST", "/api/prompts", {
      name: `${base}-${index}`,
      description: `Number ${index}`,
      content: "Say {{word}}.",
    });
  await openChat(app);
  await page.getByRole("button", { name: "Use prompt" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Search prompts").fill(`${base}-7`);
  await dialog.getByLabel("Search prompts").press("Enter");
  await expect.poll(async () => await dialog.getByRole("radio").count()).toBe(1);
  await dialog.getByLabel("Search prompts").fill(base);
  await expect.poll(async () => await dialog.getByRole("radio").count()).toBeGreaterThan(40);
  await dialog.getByRole("radio").last().scrollIntoViewIfNeeded();
  await expect.poll(async () => await dialog.getByRole("radio").count()).toBe(60);
  await dialog.getByRole("radio", { name: `${base}-3 Number 3`, exact: true }).check();
  await dialog.getByLabel("word").fill("hello");
  await dialog.getByRole("button", { name: "Use prompt" }).click();
  await page.getByRole("button", { name: `Remove ${base}-3` }).waitFor();
});
