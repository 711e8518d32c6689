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

browserTest(
  "only the failure of a one-time link is explained by the link",
  { isSignedIn: false, path: "/sign-in?code=used", expected: [/401/] },
  async ({ page }) => {
    const ofLink = page.getByText("This link was already used");
    await ofLink.waitFor();
    await page.getByLabel("Password").fill("wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await ofLink.waitFor({ state: "detached" });
    await page.getByRole("alert").waitFor();
    expect(await ofLink.count()).toBe(0);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("link", { name: "Workspaces" }).first().waitFor();
  },
);
