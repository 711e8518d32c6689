import { expect, test } from "vitest";
import { expectAccessible } from "../testing/accessible.ts";
import { hasBrowser } from "../testing/browser.ts";
import { freshName } from "../testing/fresh-name.ts";
import { openApp } from "../testing/open-app.ts";

test.runIf(hasBrowser("service tokens in a browser"))(
  "a token is made, used and revoked, and its secret is nowhere when the dialog is closed",
  async () => {
    await using app = await openApp();
    const { page, server } = app;
    const [other, revoked] = [freshName("kept"), freshName("tour")];
    await app.call("POST", "/api/service-tokens", { name: other, scopes: ["workspaces:read"] });
    await page.goto(`${server.origin}/integration/tokens`);
    const isListed = async () => {
      await page.getByRole("button", { name: `Revoke ${other}` }).waitFor();
      return (await page.getByRole("button", { name: `Revoke ${revoked}` }).count()) > 0;
    };
    expect(await isListed()).toBe(false);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Create Service Token" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill(revoked);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Create", exact: true }).click();
    const secret = await page.getByRole("textbox", { name: "Token" }).inputValue();
    expect(secret).toMatch(/^wat_\w{49}$/);
    await expectAccessible(page);
    const command = await page.getByRole("region", { name: "Command" }).textContent();
    expect(command).toBe(`curl -H 'Authorization: Bearer ${secret}' '${server.origin}/api/workspaces'`);
    const use = async () =>
      (await fetch(`${server.origin}/api/workspaces`, { headers: { authorization: `Bearer ${secret}` } }))
        .status;
    expect(await use()).toBe(200);

    const later: Promise<string>[] = [];
    page.on("response", (response) => later.push(response.text().catch(() => "")));
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: `Revoke ${revoked}` }).waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const kept = await page.evaluate(async () =>
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
    expect(kept).not.toContain(secret);
    expect(JSON.stringify(await app.call("GET", "/api/service-tokens"))).not.toContain(secret);

    await page.getByRole("button", { name: `Revoke ${revoked}` }).click();
    await page.getByRole("button", { name: "Revoke token" }).click();
    await page.getByRole("button", { name: `Revoke ${revoked}` }).waitFor({ state: "detached" });
    expect(await use()).toBe(401);
    await page.goBack();
    await page.goForward();
    expect(await isListed()).toBe(false);
    await page.reload();
    expect(await isListed()).toBe(false);
    expect(await page.content()).not.toContain(secret);
    expect((await Promise.all(later)).join("\n")).not.toContain(secret);
  },
  240_000,
);
