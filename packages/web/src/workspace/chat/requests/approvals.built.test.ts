import type { Session } from "@workspace-agent/client";
import { expect } from "vitest";
import { expectAccessible } from "../../../testing/accessible.ts";
import { browserTest } from "../../../testing/browser-test.ts";
import { fenced, openChat, send } from "../../../testing/chatting.ts";

/** A terminal would show only `echo ok`. The rest is hidden behind blank lines. */
const COMMAND = `rm -r docs # \b\u001B[2K\u202Eecho\u200B ok${" ".repeat(300)}${"\n".repeat(300)}rm -r src`;
const SHOWN = "rm -r docs # ⟦U+0008⟧⟦U+001B⟧[2K⟦U+202E⟧echo⟦U+200B⟧ ok⟦U+0020×300⟧⟦U+000A×300⟧\nrm -r src";

browserTest("an approval shows the exact arguments, and applies to nothing else", {}, async (app) => {
  const { page } = app;
  const workspace = await openChat(app, { permissions: { "*": "ask" } });
  await send(app, [fenced("file:notes.md", "one\u202E", "two "), fenced("sh", COMMAND)].join("\n\n"));
  const box = page.getByRole("group", { name: "Approval", exact: true });
  const content = box.getByRole("group", { name: "Argument content" });
  await content.waitFor();
  expect(await content.textContent()).toBe("one⟦U+202E⟧\ntwo⟦U+0020⟧\n");
  await box.getByText("/workspace/notes.md (new)").waitFor();
  await expectAccessible(page);
  const [session] = await app.call<Session[]>("GET", `/api/workspaces/${workspace}/sessions`);
  const sending = page.waitForRequest((request) => request.url().includes("/requests/"));
  await box.getByRole("button", { name: "Allow", exact: true }).click();
  expect((await sending).postDataJSON()).toEqual({
    decision: "allow",
    subject_hash: session?.pending_requests[0]?.subject_hash,
  });
  await page.getByText("Allowed by admin", { exact: true }).waitFor();
  const command = box.getByRole("group", { name: "Argument command" });
  await command.waitFor();
  expect(await command.textContent()).toBe(SHOWN);
  expect(await page.getByLabel("Call of bash").textContent()).not.toContain("\u202E");
  await page.setViewportSize({ width: 390, height: 844 });
  await command.scrollIntoViewIfNeeded();
  await expectAccessible(page);
  await box.getByRole("button", { name: "Add a reason" }).click();
  await box.getByLabel("Reason").fill("Not today");
  await box.getByRole("button", { name: "Deny", exact: true }).click();
  await page.getByText("Denied by admin: Not today", { exact: true }).waitFor();
  await page.getByText("Finished", { exact: true }).waitFor();
  const denied = page.getByLabel("Call of bash");
  await denied.getByText("Denied", { exact: true }).waitFor();
  expect(await denied.textContent()).not.toMatch(/Failed|Do not try it again/);
});
