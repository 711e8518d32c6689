import type { Page } from "playwright-core";
import { createData } from "./gallery-data.ts";
import type { OpenApp } from "./open-app.ts";

/** A screen or dialog. */
export interface Scene {
  readonly name: string;
  readonly path: string;
  /** Opens it, and waits for its content. */
  readonly open: (page: Page) => Promise<unknown>;
}

const button = async (page: Page, name: string | RegExp) =>
  await page.getByRole("button", { name, exact: typeof name === "string" }).click();
const see = async (page: Page, text: string | RegExp) => await page.getByText(text).first().waitFor();
const dialog = async (page: Page) => await page.getByRole("dialog").getByRole("heading").first().waitFor();
const fromMenu = (menu: string | RegExp, item: string | RegExp) => async (page: Page) => {
  await button(page, menu);
  await page.getByRole("menuitem", { name: item }).click();
  await dialog(page);
};
const bySeeing = (text: string | RegExp) => async (page: Page) => await see(page, text);
/** By the menu of the first message. */
const fromMessage = (item: string | RegExp) => async (page: Page) => {
  await see(page, "Finished");
  await page.getByLabel("Transcript").press("Home");
  await page.getByLabel("Your message").first().hover();
  await fromMenu("More actions for this message", item)(page);
  await page.getByRole("dialog").getByRole("status").waitFor({ state: "detached" });
};
const byRole = (role: "slider" | "button", name: string) => async (page: Page) =>
  await page.getByRole(role, { name, exact: true }).waitFor();
const byButton = (name: string | RegExp) => async (page: Page) => {
  await button(page, name);
  await dialog(page);
};

/** Every screen and its main dialogs. */
export async function scenes(app: OpenApp): Promise<readonly Scene[]> {
  const ids = await createData(app);
  const workspace = `/workspaces/${ids.workspace}`;
  const chat = `${workspace}/chat?session=${ids.session}`;
  const schedule = `${workspace}/schedules?schedule=${ids.schedule}`;
  const webhook = `/integration/webhooks/${ids.webhook}`;
  const file = `${workspace}/files?path=site%2Findex.html`;
  return [
    { name: "workspaces", path: "/workspaces", open: bySeeing("nightly-report") },
    { name: "workspaces-no-match", path: "/workspaces?search=zzz", open: bySeeing("No matching workspaces") },
    { name: "workspace-create", path: "/workspaces?create=true", open: dialog },
    { name: "workspace-rename", path: "/workspaces", open: fromMenu("Actions for invoices", /Rename/) },
    { name: "workspace-delete", path: "/workspaces", open: fromMenu("Actions for invoices", /Delete/) },
    { name: "chat-new", path: `${workspace}/chat`, open: bySeeing("Give the agent a task") },
    { name: "chat", path: chat, open: bySeeing("Finished") },
    {
      name: "suggestions",
      path: `${workspace}/chat`,
      open: async (page) => {
        await page.getByLabel("Message to the agent").fill("");
        await page.keyboard.type("/");
        await page.getByRole("option").first().waitFor();
      },
    },
    {
      name: "request",
      path: `/workspaces/${ids.asking}/chat?session=${ids.request}`,
      open: byRole("button", "Allow"),
    },
    { name: "chat-prompt", path: chat, open: byButton("Use prompt") },
    { name: "chat-attach", path: chat, open: byButton("Attach files") },
    { name: "chat-rename", path: chat, open: fromMenu("Actions for this session", /Rename/) },
    { name: "chat-delete", path: chat, open: fromMenu("Actions for this session", /Delete/) },
    { name: "chat-rewind", path: chat, open: fromMessage("Rewind to here…") },
    { name: "chat-edit", path: chat, open: fromMessage("Edit and resend…") },
    {
      name: "chat-fork",
      path: chat,
      open: async (page) => {
        await fromMessage("Fork workspace from here…")(page);
        await see(page, "of a snapshot");
      },
    },
    {
      name: "chat-output",
      path: `${workspace}/chat?session=${ids.long}`,
      open: async (page) => {
        await see(page, "Finished");
        await page.getByLabel("Transcript").press("Home");
        await byButton("Show full output")(page);
      },
    },
    {
      name: "changes",
      path: `${workspace}/changes?session=${ids.session}`,
      open: async (page) => await page.getByRole("textbox", { name: "After: site/index.html" }).waitFor(),
    },
    { name: "files", path: `${workspace}/files`, open: bySeeing("site") },
    { name: "file", path: file, open: bySeeing("Maps of the old town") },
    { name: "file-new", path: `${workspace}/files`, open: byButton("New file") },
    { name: "file-move", path: file, open: fromMenu("Actions for index.html", /Rename/) },
    { name: "file-delete", path: file, open: fromMenu("Actions for index.html", /Delete/) },
    { name: "config", path: `${workspace}/config`, open: bySeeing("System prompt") },
    { name: "snapshots", path: `${workspace}/snapshots`, open: bySeeing("Before the move") },
    {
      name: "snapshot",
      path: `${workspace}/snapshots/${ids.snapshot}`,
      open: async (page) => await page.getByRole("textbox", { name: "After: site/about.html" }).waitFor(),
    },
    {
      name: "snapshot-files",
      path: `${workspace}/snapshots/${ids.snapshot}/files`,
      open: bySeeing("site"),
    },
    {
      name: "snapshot-file",
      path: `${workspace}/snapshots/${ids.snapshot}/files?path=site%2Findex.html`,
      open: bySeeing("Maps of the old town"),
    },
    { name: "snapshot-take", path: `${workspace}/snapshots`, open: byButton("Take a snapshot…") },
    {
      name: "snapshot-delete",
      path: `${workspace}/snapshots`,
      open: fromMenu("Actions for Before the move", /Delete/),
    },
    { name: "schedules", path: `${workspace}/schedules`, open: bySeeing("At 04:00") },
    { name: "schedule", path: schedule, open: bySeeing("At 04:00") },
    { name: "schedule-delete", path: schedule, open: byButton("Delete…") },
    { name: "scheduling", path: `${schedule}&edit=true`, open: bySeeing("At 04:00") },
    { name: "usage", path: `${workspace}/usage`, open: byRole("slider", "Tokens") },
    { name: "prompts", path: "/library/prompts", open: bySeeing("Review a change") },
    { name: "templates", path: "/library/templates", open: bySeeing("A static site.") },
    { name: "skills", path: "/library/skills", open: bySeeing("release-notes") },
    { name: "prompt", path: `/library/prompts/${ids.prompt}`, open: bySeeing("Version 2") },
    {
      name: "prompt-versions",
      path: `/library/prompts/${ids.prompt}?view=versions`,
      open: bySeeing("Changes in version 2"),
    },
    {
      name: "prompt-delete",
      path: "/library/prompts",
      open: fromMenu("Actions for Review a change", /Delete/),
    },
    { name: "prompt-new", path: "/library/prompts/new", open: bySeeing("New prompt") },
    { name: "template", path: `/library/templates/${ids.template}`, open: bySeeing("README.md") },
    { name: "template-new", path: "/library/templates/new", open: bySeeing("New template") },
    { name: "skill", path: `/library/skills/${ids.skill}`, open: bySeeing("Read the log first.") },
    { name: "skill-new", path: "/library/skills/new", open: bySeeing("New skill") },
    { name: "import", path: "/library/prompts/import", open: bySeeing(/Import prompts/) },
    { name: "batches", path: "/batches", open: bySeeing("Completed with failures") },
    { name: "batch", path: `/batches/${ids.batch}`, open: bySeeing("imprint") },
    { name: "batching", path: "/batches?create=true", open: dialog },
    { name: "tokens", path: "/integration/tokens", open: byRole("button", "Revoke ci") },
    {
      name: "command",
      path: `/integration/command?port=40000&state=${"a".repeat(43)}`,
      open: byRole("button", "Allow"),
    },
    { name: "webhooks", path: "/integration/webhooks", open: bySeeing("hooks.example") },
    { name: "webhook-create", path: "/integration/webhooks?create=true", open: dialog },
    { name: "webhook", path: webhook, open: bySeeing("turn.ended") },
    { name: "webhook-edit", path: webhook, open: fromMenu("Actions for this webhook", /Edit/) },
    { name: "webhook-message", path: webhook, open: byButton("Show the message of batch.ended") },
    { name: "audit", path: "/integration/audit", open: bySeeing(/name: ci/) },
    { name: "token-create", path: "/integration/tokens", open: byButton("New service token") },
    { name: "token-revoke", path: "/integration/tokens", open: byButton("Revoke ci") },
    {
      name: "palette",
      path: chat,
      open: async (page) => {
        await see(page, "Finished");
        await page.keyboard.press("Control+k");
        await page.getByRole("combobox").waitFor();
      },
    },
    {
      name: "palette-files",
      path: chat,
      open: async (page) => {
        await see(page, "Finished");
        await page.keyboard.press("Control+o");
        await page.getByRole("combobox").and(page.locator(":focus")).waitFor();
        await page.keyboard.type("index");
        await page.getByRole("option", { name: "site/index.html" }).waitFor();
      },
    },
    {
      name: "reference",
      path: "/api/docs#/Chat/chat",
      open: async (page) => await page.getByRole("region", { name: "Responses" }).first().waitFor(),
    },
    { name: "not-found", path: "/nowhere", open: bySeeing("Page not found") },
    {
      name: "sign-in",
      path: "/workspaces",
      open: async (page) => {
        await page.context().clearCookies();
        await page.reload();
        await page.getByLabel("Password").fill("wrong");
        await button(page, "Sign in");
        await page.getByRole("alert").waitFor();
      },
    },
  ];
}

/** The screens that differ on a phone, and the navigation and sessions, which have buttons there. */
export function narrowScenes(all: readonly Scene[]): readonly Scene[] {
  const at = (name: string) => all.find((scene) => scene.name === name)?.path ?? "/";
  return [
    ...all.filter(({ name }) => name === "chat-rewind" || !/-|palette|template|skill/.test(name)),
    {
      name: "drawer",
      path: at("workspaces"),
      open: async (page) => {
        await button(page, "Menu");
        await page.getByRole("dialog").getByRole("link", { name: "Library" }).waitFor();
      },
    },
    { name: "chat-sessions", path: at("chat"), open: byButton("Sessions") },
  ];
}
