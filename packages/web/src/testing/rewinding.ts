import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { fenced } from "./chatting.ts";
import type { OpenApp } from "./open-app.ts";

export const FIRST = `Write notes.\n\n${fenced("sh", "echo one > notes.md")}`;
export const SECOND = `Go on.\n\n${fenced("sh", "mkdir -p extra && echo two > notes.md && echo new > extra/new.md")}`;

/** The files of a workspace. */
export function filesOf({ page, server }: OpenApp, id: string) {
  const url = (path: string) =>
    `${server.origin}/api/workspaces/${id}/agent/files?path=${encodeURIComponent(path)}`;
  return {
    read: async (path: string) => {
      const answer = await page.request.get(url(path));
      return answer.ok() ? await answer.text() : null;
    },
    write: async (path: string, data: string | Buffer) => {
      const answer = await page.request.put(url(path), { data, headers: { origin: server.origin } });
      expect(answer.ok()).toBe(true);
    },
  };
}

/** The editor of the file that is open. */
export const editorOf = (page: Page): Locator => page.getByRole("textbox", { name: /^Text of/ });

export const messages = (page: Page): Locator => page.getByRole("article", { name: "Your message" });

export async function openMessageMenu(page: Page, text: string, item: string): Promise<Locator> {
  const message = messages(page).filter({ hasText: text });
  await message.hover();
  await message.getByRole("button", { name: "More actions for this message" }).click();
  await page.getByRole("menuitem", { name: item }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading").first().waitFor();
  return dialog;
}

export async function fitsEachWidth(page: Page): Promise<void> {
  for (const width of [390, 820, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
  }
}
