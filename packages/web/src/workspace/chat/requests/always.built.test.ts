import type { Config } from "@workspace-agent/client";
import { expect } from "vitest";
import { expectAccessible } from "../../../testing/accessible.ts";
import { browserTest } from "../../../testing/browser-test.ts";
import { fenced, openChat, send } from "../../../testing/chatting.ts";
import type { OpenApp } from "../../../testing/open-app.ts";

const COMMAND = "echo length ${#TOKEN}";
const CONFIG = {
  permissions: { "*": "ask" },
  env: { TOKEN: { value: "secret", secret: true }, PLAIN: "x" },
  limits: { max_steps: 40 },
};

const boxOf = ({ page }: OpenApp) => page.getByRole("group", { name: "Approval", exact: true });
const dialogOf = ({ page }: OpenApp) => page.getByRole("dialog", { name: "Always allow" });
const openerOf = (app: OpenApp) => boxOf(app).getByRole("button", { name: "Always allow…" });
const writeOf = (app: OpenApp) => dialogOf(app).getByRole("button", { name: "Write the rule and allow" });
const configPath = (workspace: string) => `/api/workspaces/${workspace}/config`;

async function finished({ page }: OpenApp, turns: number): Promise<void> {
  await page
    .getByText("Finished", { exact: true })
    .nth(turns - 1)
    .waitFor();
}

browserTest(
  "a command is allowed for good with a rule in the config, which the next same command does not ask about",
  { expected: [/\b412\b/] },
  async (app) => {
    const { page } = app;
    const workspace = await openChat(app, CONFIG);
    const before = await app.call<Config>("GET", configPath(workspace));
    await send(app, fenced("sh", COMMAND));
    await openerOf(app).waitFor();
    await openerOf(app).focus();
    await page.keyboard.press("Enter");
    const pattern = dialogOf(app).getByLabel("Pattern for bash");
    await dialogOf(app)
      .getByText("if its command is exactly this, in any directory, also in the background.")
      .waitFor();
    expect(await pattern.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await pattern.inputValue()).toBe(COMMAND);
    expect(await dialogOf(app).getByRole("listitem").allTextContents()).toEqual([
      "ask*",
      `allow${COMMAND}New`,
    ]);
    for (const width of [1280, 820, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expectAccessible(page);
    }
    await pattern.fill("echo *");
    await dialogOf(app).getByText("* stands for any text, also for further commands").waitFor();
    await pattern.fill(COMMAND.replace("#", "?"));
    await dialogOf(app).getByText("in the background. ? stands for one character.").waitFor();
    await pattern.fill("npm *");
    await dialogOf(app).getByText("The pattern does not match this call.").waitFor();
    expect(await writeOf(app).isDisabled()).toBe(true);
    await pattern.fill(COMMAND);
    // Somebody else changes the config while the dialog is open.
    const theirs = { ...before, env: { ...before.env, OTHER: "y" } };
    await app.call("PUT", configPath(workspace), theirs);
    await writeOf(app).click();
    await dialogOf(app).getByText("Somebody else has changed the config meanwhile.").waitFor();
    expect(await app.call<Config>("GET", configPath(workspace))).toEqual(theirs);
    await writeOf(app).click();
    await page.getByText("Allowed by admin", { exact: true }).waitFor();
    const bash = [
      { pattern: "*", action: "ask" },
      { pattern: COMMAND, action: "allow" },
    ];
    expect(await app.call<Config>("GET", configPath(workspace))).toEqual({
      ...theirs,
      permissions: { "*": "ask", bash },
    });
    await finished(app, 1);
    await send(app, fenced("sh", COMMAND));
    await finished(app, 2);
    // The secret is still what it was.
    expect(await page.getByText("length 6").count()).toBeGreaterThanOrEqual(2);
    await send(app, fenced("sh", `${COMMAND}; pwd`));
    await boxOf(app).getByRole("button", { name: "Deny", exact: true }).click();
    await finished(app, 3);
  },
);

browserTest(
  "a request stays open where the rule is refused or not written, and where the answer fails after it was written",
  { expected: [/\b503\b/] },
  async (app) => {
    const { page } = app;
    const workspace = await openChat(app, CONFIG);
    await send(app, fenced("sh", COMMAND));
    await openerOf(app).click();
    const pattern = dialogOf(app).getByLabel("Pattern for bash");
    await pattern.fill("*".repeat(1025));
    await dialogOf(app)
      .getByText("The pattern is longer than 1,024 characters. Shorten it with *.")
      .waitFor();
    expect(await writeOf(app).isDisabled()).toBe(true);
    await pattern.fill("echo *");
    await page.route(/\/config$/, async (route) => {
      if (route.request().method() === "PUT") await route.fulfill({ status: 503 });
      else await route.continue();
    });
    await writeOf(app).click();
    await dialogOf(app).getByRole("alert").waitFor();
    expect((await app.call<Config>("GET", configPath(workspace))).permissions).toEqual(CONFIG.permissions);
    await page.unroute(/\/config$/);
    await page.route("**/requests/*", async (route) => await route.fulfill({ status: 503 }), { times: 1 });
    await writeOf(app).click();
    await boxOf(app).getByText("The rule was written to the config. The answer failed").waitFor();
    expect(await dialogOf(app).count()).toBe(0);
    await openerOf(app).click();
    await dialogOf(app).getByText("The config already allows this call").waitFor();
    await page.keyboard.press("Escape");
    await boxOf(app).getByRole("button", { name: "Allow", exact: true }).click();
    await finished(app, 1);
  },
);

browserTest("nobody is offered a rule who may not write it", {}, async (app) => {
  const { page } = app;
  const me = await app.call<{ scopes: string[] }>("GET", "/api/auth/me");
  const scopes = me.scopes.filter((scope) => scope !== "workspaces:write");
  await page.route("**/api/auth/me", async (route) => await route.fulfill({ json: { ...me, scopes } }));
  await openChat(app, CONFIG);
  await send(app, fenced("sh", COMMAND));
  await boxOf(app).getByRole("button", { name: "Add a reason" }).waitFor();
  expect(await openerOf(app).count()).toBe(0);
});
