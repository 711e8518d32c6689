import { expect } from "vitest";
import { receiveToken } from "../../packages/cli/src/receive-token.ts";
import { expectAccessible } from "../../packages/web/src/testing/accessible.ts";
import { browserTest } from "../../packages/web/src/testing/browser-test.ts";

browserTest(
  "the command gets a token when a person allows it, and from nowhere else",
  { expected: [/^other origin: http:\/\/127\.0\.0\.1:\d+\/$/] },
  async (app) => {
    await using receiver = await receiveToken();
    const { page, server } = app;
    const { port, state } = receiver;
    await page.goto(`${server.origin}/integration/command?port=80&state=${state}`);
    await page.getByText("Nothing waits").waitFor();
    await page.goto(`${server.origin}/integration/command?port=${port}&state=${state}`);
    await page.getByLabel("Code").getByText(state.slice(0, 8), { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Allow" }).click();
    await page.getByText("The command has its token. You can close this page.").waitFor();
    const token = await receiver.token;
    expect(page.url()).not.toContain(token);
    const me = await fetch(`${server.origin}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(me.status).toBe(200);
    await page.goBack();
    await page.getByRole("button", { name: "Allow" }).waitFor();
    expect(await page.content()).not.toContain(token);
  },
);
