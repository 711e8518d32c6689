import { expect } from "vitest";
import { expectAccessible } from "../../testing/accessible.ts";
import { OUTAGE_MESSAGES } from "../../testing/browser.ts";
import { serverTest } from "../../testing/browser-test.ts";
import { fenced, openChat, send } from "../../testing/chatting.ts";

serverTest(
  "after the server was killed, the turn continues and a message that was sent meanwhile arrives once",
  { expected: OUTAGE_MESSAGES },
  async (app, server) => {
    const { page } = app;
    const id = await openChat(app);
    const steps = Array.from({ length: 6 }, (_, index) => fenced("sh", `sleep 1; echo line-${index}`));
    await send(app, steps.join("\n\n"));
    await page
      .getByText(/Rehearsal, step [2-4] of 6\./)
      .first()
      .waitFor();
    await server.kill();
    await page.getByText("The server is not responding.").waitFor();
    await send(app, "Second");
    const notice = page.getByText("Your message will be sent when the server responds again.");
    await notice.waitFor();
    await expectAccessible(page);
    await using restarted = await server.restart();
    expect(restarted.origin).toBe(server.origin);
    await page.getByText(/^Reconnected after/).waitFor();
    await page.getByText("The server is not responding.").waitFor({ state: "detached" });
    await notice.waitFor({ state: "detached" });
    await page.getByLabel("Your message").getByText("Second").waitFor({ timeout: 240_000 });
    await page.getByText("The agent is idle.").waitFor({ state: "attached", timeout: 240_000 });
    const session = new URL(page.url()).searchParams.get("session") ?? "";
    const messages = await app.call<{ role: string; content: string }[]>(
      "GET",
      `/api/workspaces/${id}/messages?session_id=${session}`,
    );
    expect(messages.filter(({ content }) => content === "Second")).toHaveLength(1);
  },
);
