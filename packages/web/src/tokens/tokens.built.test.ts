import { expect } from "vitest";
import { focused } from "../app/keyboard.test-support.ts";
import { expectAccessible } from "../testing/accessible.ts";
import { browserTest } from "../testing/browser-test.ts";
import { freshName } from "../testing/fresh-name.ts";
import { hold } from "../testing/hold.ts";

browserTest(
  "a token is created, used, and revoked, and its secret is not kept after the dialog is closed",
  {},
  async (app) => {
    const { page, server } = app;
    const [other, revoked] = [freshName("other"), freshName("tour")];
    await app.call("POST", "/api/service-tokens", { name: other, scopes: ["workspaces:read"] });
    await page.goto(`${server.origin}/integration/tokens`);
    const isListed = async () => {
      await page.getByRole("button", { name: `Revoke ${other}` }).waitFor();
      return (await page.getByRole("button", { name: `Revoke ${revoked}` }).count()) > 0;
    };
    expect(await isListed()).toBe(false);
    await page.getByRole("button", { name: "New service token" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill(revoked);
    await page.getByRole("button", { name: "Create token" }).click();
    const secret = await page.getByRole("textbox", { name: "Token" }).inputValue();
    expect(secret).toMatch(/^wat_\w{49}$/);
    await expectAccessible(page);
    const command = await page.getByRole("region", { name: "Command" }).textContent();
    expect(command).toBe(`curl -H 'Authorization: Bearer ${secret}' '${server.origin}/api/workspaces'`);
    const use = async () =>
      (await fetch(`${server.origin}/api/workspaces`, { headers: { authorization: `Bearer ${secret}` } }))
        .status;
    expect(await use()).toBe(200);

    const responses: Promise<string>[] = [];
    page.on("response", (response) => responses.push(response.text().catch(() => "")));
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: `Revoke ${revoked}` }).waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const stored = await page.evaluate(async () =>
      [
        document.documentElement.outerHTML,
        ...Array.from(document.querySelectorAll("input"), ({ value }) => value),
        JSON.stringify(Object.entries(localStorage)),
        JSON.stringify(Object.entries(sessionStorage)),
        JSON.stringify(history.state),
        location.href,
        document.cookie,
        JSON.stringify(await indexedDB.databases()),
        JSON.stringify(await caches.keys()),
      ].join("\n"),
    );
    expect(stored).not.toContain(secret);

    await page.getByRole("button", { name: `Revoke ${revoked}` }).click();
    await page.getByRole("button", { name: "Revoke token" }).click();
    await page.getByRole("button", { name: `Revoke ${revoked}` }).waitFor({ state: "detached" });
    expect(await use()).toBe(401);
    await page.reload();
    expect(await isListed()).toBe(false);
    expect(await page.content()).not.toContain(secret);
    expect((await Promise.all(responses)).join("\n")).not.toContain(secret);
  },
);

browserTest(
  "a form that was cancelled is empty when it is opened again, and the focus is on what opened it",
  { path: "/integration/tokens" },
  async ({ page }) => {
    const opener = page.getByRole("button", { name: "New service token" });
    const name = page.getByRole("textbox", { name: "Name" });
    const scope = page.getByRole("checkbox").first();
    await opener.click();
    await name.fill(freshName("cancelled"));
    await scope.uncheck();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await focused(page)).toBe("New service token");
    await opener.click();
    expect([await name.inputValue(), await scope.isChecked()]).toEqual(["", true]);
  },
);

browserTest(
  "the form stays open while its token is created: the secret is shown in any case",
  { path: "/integration/tokens" },
  async ({ page }) => {
    const creation = await hold(page, "POST", /\/api\/service-tokens$/);
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "New service token" }).click();
    await dialog.getByRole("textbox", { name: "Name" }).fill(freshName("held"));
    await dialog.getByRole("button", { name: "Create token" }).click();
    await creation.made;
    await dialog.locator("[aria-busy=true]").waitFor();
    expect(await dialog.getByRole("button", { name: "Cancel" }).isDisabled()).toBe(true);
    expect(await dialog.getByRole("button", { name: "Close" }).count()).toBe(0);
    // Browsers let a page prevent only the first of several.
    for (let presses = 1; presses <= 3; presses++) await page.keyboard.press("Escape");
    await page.mouse.click(2, 2);
    await expectAccessible(page);
    creation.release();
    expect(await page.getByRole("textbox", { name: "Token" }).inputValue()).toMatch(/^wat_\w{49}$/);
  },
);
