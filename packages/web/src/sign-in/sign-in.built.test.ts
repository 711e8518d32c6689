import { expect, test } from "vitest";
import { expectAccessible } from "../testing/accessible.ts";
import { hasBrowser } from "../testing/browser.ts";
import { openApp } from "../testing/open-app.ts";
import { PASSWORD } from "../testing/server.ts";

test.runIf(hasBrowser("sign-in in a browser"))(
  "sign-in with the password leads on to the page that was asked for, and sign-out back",
  async () => {
    await using app = await openApp({
      isSignedIn: false,
      path: "/integration/tokens",
      expected: [/401/],
    });
    const { page, server } = app;
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await expectAccessible(page);
    await page.getByLabel("Password").fill("wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Create Service Token" }).waitFor();
    expect(page.url()).toBe(`${server.origin}/integration/tokens`);

    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await page.goto(`${server.origin}/workspaces`);
    await page.getByLabel("Password").waitFor();
  },
  240_000,
);
