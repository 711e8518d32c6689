import { test } from "vitest";
import { expectAccessible } from "../../testing/accessible.ts";
import { hasBrowser } from "../../testing/browser.ts";
import { fenced, openChat, send } from "../../testing/chatting.ts";
import { openApp } from "../../testing/open-app.ts";
import { expectHarmless } from "./hostile-transcript.test-support.ts";

test.skipIf(!hasBrowser("approvals in the browser"))(
  "an approval is answered in place, and what is sent meanwhile waits",
  async () => {
    await using app = await openApp();
    const { page } = app;
    await openChat(app, { permissions: { bash: "ask" } });
    await send(app, fenced("sh", "echo allowed"));
    await page.getByRole("button", { name: "Allow", exact: true }).waitFor();
    await send(app, `Next.\n\n${fenced("sh", "echo denied")}`);
    await page.getByLabel("Waiting messages").getByText("Next.").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await page.getByText("Finished", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Add a reason" }).click();
    await page.getByLabel("What the agent should know").fill("Not today");
    await page.getByRole("button", { name: "Deny", exact: true }).click();
    await page.getByText("Denied by admin: Not today").waitFor();
    await page.getByText("Finished", { exact: true }).nth(1).waitFor();
  },
  240_000,
);

test.skipIf(!hasBrowser("a hostile transcript in the browser"))(
  "a hostile transcript does nothing but show itself",
  async () => {
    await using app = await openApp();
    await expectHarmless(app);
  },
  240_000,
);
