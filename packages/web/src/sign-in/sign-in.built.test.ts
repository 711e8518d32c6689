import { expect } from "vitest";
import { browserTest } from "../testing/browser-test.ts";
import { PASSWORD } from "../testing/server.ts";

browserTest(
  "signing in with the password opens the requested page, and signing out closes it",
  { isSignedIn: false, path: "/integration/tokens", expected: [/401/] },
  async ({ page, server }) => {
    await page.getByLabel("Password").fill("wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "New service token" }).waitFor();
    expect(page.url()).toBe(`${server.origin}/integration/tokens`);

    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await page.goto(`${server.origin}/workspaces`);
    await page.getByLabel("Password").waitFor();
  },
);
