import { expect } from "vitest";
import { expectAccessible } from "../testing/accessible.ts";
import { serverTest } from "../testing/browser-test.ts";
import { fenced, openChat, send } from "../testing/chatting.ts";

/** Replaces the notifications of the browser, which a headless one does not show. */
const RECORD_NOTIFICATIONS = `
  window.shown = [];
  window.asked = 0;
  let permission = localStorage.getItem("test-permission") ?? "default";
  window.Notification = class {
    static get permission() { return permission; }
    static async requestPermission() {
      window.asked += 1;
      localStorage.setItem("test-permission", (permission = "granted"));
      return permission;
    }
    constructor(title, options) { this.title = title; window.shown.push(this); Object.assign(this, options); }
    close() {}
  };
  document.hasFocus = () => false;
`;

serverTest("the title, the icon and the list show which workspace waits for an answer", {}, async (app) => {
  const { page, call } = app;
  const icon = async () => await page.evaluate(`document.querySelector("link[rel=icon]").href`);
  const plain = await icon();
  const id = await openChat(app, { permissions: { bash: "ask" } });
  const { name } = await call<{ name: string }>("GET", `/api/workspaces/${id}`);
  await call("POST", "/api/workspaces", { name: "newer" });
  await send(app, [fenced("sh", "echo one"), fenced("sh", "echo two")].join("\n\n"));
  await expect.poll(async () => await page.title()).toBe(`(1) ${name}`);
  await expect.poll(icon).toMatch(/^data:image\/svg\+xml,.*%3E1%3C/);

  await page.getByRole("navigation", { name: "Main" }).getByText("Workspaces").click();
  const names = page.getByRole("table", { name: "Workspaces" }).locator("tbody").getByRole("link");
  await expect.poll(async () => await names.allTextContents()).toEqual([name, "newer"]);
  await expectAccessible(page);
  await page.getByRole("searchbox", { name: "Search workspaces" }).fill("new");
  await expect.poll(async () => await names.allTextContents()).toEqual(["newer"]);
  await page.goBack();

  const approval = page.getByRole("group", { name: "Approval", exact: true });
  const keyed = approval.locator("[aria-keyshortcuts='Alt+Y']");
  await approval.getByText("echo one").first().waitFor();
  await keyed.waitFor();
  await page.keyboard.press("Alt+y");
  await page.getByText("Allowed by admin", { exact: true }).waitFor();
  await approval.getByText("echo two").first().waitFor();
  await expectAccessible(page);
  await keyed.waitFor();
  await page.keyboard.press("Alt+n");
  await page.getByText("Denied by admin", { exact: true }).waitFor();
  await page.getByText("Finished", { exact: true }).waitFor();
  await expect.poll(async () => await page.title()).toBe(name);
  expect(await icon()).toBe(plain);
});

serverTest("notifications are asked for by a click, remembered, and open what waits", {}, async (app) => {
  const { page, call, server } = app;
  await page.addInitScript(RECORD_NOTIFICATIONS);
  const { id } = await call<{ id: string }>("POST", "/api/workspaces", {
    name: "maps",
    config: { permissions: { bash: "ask" } },
  });
  await page.reload();
  await page.getByRole("button", { name: "Turn on notifications" }).click();
  await page.getByRole("button", { name: "Turn off notifications" }).waitFor();
  expect(await page.evaluate("asked")).toBe(1);
  await page.reload();
  await page.getByRole("button", { name: "Turn off notifications" }).waitFor();
  expect(await page.evaluate("asked")).toBe(0);
  await page.getByRole("link", { name: "maps" }).waitFor();

  const { session_id } = await call<{ session_id: string }>("POST", `/api/workspaces/${id}/chat`, {
    message: fenced("sh", "echo one"),
    mode: "async",
  });
  await expect.poll(async () => await page.evaluate("shown.map(({ title }) => title)")).toEqual(["maps"]);
  await page.evaluate("shown[0].onclick()");
  await page.waitForURL(`${server.origin}/workspaces/${id}/chat?session=${session_id}`);
  await page.getByRole("button", { name: "Deny", exact: true }).click();

  await page.getByRole("button", { name: "Turn off notifications" }).click();
  await page.reload();
  await page.getByRole("button", { name: "Turn on notifications" }).waitFor();
  await expectAccessible(page);
});
