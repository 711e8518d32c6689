import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { freshName } from "./fresh-name.ts";
import type { OpenApp } from "./open-app.ts";
import { painted } from "./painted.ts";

/** Opens the chat of a new workspace, and returns its id. */
export async function openChat(app: OpenApp, config: unknown = {}): Promise<string> {
  const { id } = await app.call<{ id: string }>("POST", "/api/workspaces", {
    name: freshName("site"),
    config,
  });
  await app.page.goto(`${app.server.origin}/workspaces/${id}/chat`);
  return id;
}

/** Sends a message as soon as the one before is accepted: its events may arrive before that. */
export async function send({ page }: OpenApp, message: string): Promise<void> {
  await page.getByLabel("Message to the agent").fill(message);
  await page.getByRole("button", { name: "Send", exact: true }).click({ trial: true });
  await page.keyboard.press("Control+Enter");
}

/** Runs a turn to its end over the API, in the given or a new session, whose id is returned. */
export async function runTurn(
  { call }: Pick<OpenApp, "call">,
  workspace: string,
  message: string,
  session_id?: string,
): Promise<string> {
  const body = { message, mode: "sync", session_id };
  return (await call<{ session_id: string }>("POST", `/api/workspaces/${workspace}/chat`, body)).session_id;
}

/** A code block that the rehearsal model runs: `sh`, `file:<path>`, or `task`. */
export const fenced = (info: string, ...lines: readonly string[]) =>
  ["```" + info, ...lines, "```"].join("\n");

/** Presses keys in the transcript, in turn, until something is rendered: rows that are being measured may move the page. */
export async function pressUntil({ page }: OpenApp, keys: readonly string[], wanted: Locator): Promise<void> {
  let presses = 0;
  const count = async () => {
    await page.getByLabel("Transcript").press(keys[presses++ % keys.length] ?? "");
    await painted(page);
    return await wanted.count();
  };
  await expect.poll(count).toBeGreaterThan(0);
}
