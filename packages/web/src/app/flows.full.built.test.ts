import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "../testing/accessible.ts";
import { HAS_BROWSER } from "../testing/browser.ts";
import { HAS_BUBBLEWRAP } from "../testing/bubblewrap.ts";
import { fenced } from "../testing/chatting.ts";
import { openApp, type OpenApp } from "../testing/open-app.ts";
import { filesOf, messages } from "../testing/rewinding.ts";
import { PASSWORD, startServer } from "../testing/server.ts";
import { activate, chooseItem, chooseOption, goTo, tabTo, write } from "./keyboard.test-support.ts";

const WIDTHS = [1280, 820, 390] as const;
const TIMEOUT_MS = 600_000;

/** Makes each use of a pointer a problem of the page. */
const REFUSE_POINTERS = `addEventListener("pointerdown", () => console.error("a pointer was used"), true)`;

/** Writes, and goes on when the test has made a file. */
const LONG = fenced(
  "sh",
  "seq -f 'line %g' 1 40",
  "until [ -e more ]; do sleep 0.05; done",
  "echo 'line 41'",
  "until [ -e go ]; do sleep 0.05; done",
);
const NOTES = `Write notes.\n\n${fenced("file:notes.md", "one", "two", "three")}`;
const MORE = `Go on.\n\n${fenced("sh", "sed -i 's/two/2/' notes.md; echo new > extra.md")}`;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const composer = (page: Page) => page.getByLabel("Message to the agent");

/** Expects that the page has no violations in light and dark, and does not scroll sideways. */
async function isFine(page: Page): Promise<void> {
  await expectAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, page.url()).toBeLessThanOrEqual(0);
}

async function say(page: Page, message: string): Promise<void> {
  await write(composer(page), message);
  await page.keyboard.press("Control+Enter");
}

/** Sends a message, and waits for the end of its turn. */
async function run(page: Page, message: string, begin: string): Promise<void> {
  await say(page, message);
  await messages(page).filter({ hasText: begin }).last().waitFor();
  await isIdle(page);
}

async function isIdle(page: Page): Promise<void> {
  await page.getByText("The agent is idle.").waitFor({ state: "attached" });
}

async function signIn({ page }: OpenApp): Promise<void> {
  await isFine(page);
  await write(page.getByLabel("Password"), PASSWORD);
  await page.keyboard.press("Enter");
  await button(page, "New workspace").waitFor();
  await isFine(page);
}

/** Returns the id of the workspace. */
async function giveFirstTask({ page }: OpenApp): Promise<string> {
  await activate(button(page, "New workspace"));
  await write(page.getByRole("dialog").getByRole("textbox", { name: "Name" }), "first");
  await page.keyboard.press("Enter");
  await composer(page).and(page.locator(":focus")).waitFor();
  await run(page, NOTES, "Write notes.");
  await page.getByLabel("Call of write").waitFor();
  await isFine(page);
  return /\/workspaces\/(\w+)/.exec(page.url())?.[1] ?? "";
}

async function watchJoinAndSteer(app: OpenApp, id: string): Promise<void> {
  const { page } = app;
  const files = filesOf(app, id);
  const outputOf = (shown: Page) =>
    shown.getByLabel("Call of bash").getByRole("group", { name: "Output", exact: true });
  await say(page, LONG);
  await outputOf(page).getByText("line 40").waitFor();
  await activate(button(page, "Show all 40 lines"));
  await outputOf(page).getByText("line 32").waitFor();
  await isFine(page);

  const joined = await page.context().newPage();
  await joined.goto(page.url());
  await outputOf(joined).getByText("line 40").waitFor();
  await files.write("more", "");
  await outputOf(joined).getByText("line 41").waitFor();
  await outputOf(page).getByText("line 41").waitFor();
  await isFine(joined);
  await joined.close();

  await chooseOption(page.getByRole("radiogroup", { name: "While a turn runs" }), "Steer");
  await say(page, "And faster");
  await page.getByLabel("Waiting messages").getByText("And faster").waitFor();
  await isFine(page);
  await files.write("go", "");
  await page.getByLabel("Your message, added to the running turn").getByText("And faster").waitFor();
  await isIdle(page);
}

async function approve({ page, call }: OpenApp, id: string): Promise<void> {
  const path = `/api/workspaces/${id}/config`;
  const config = await call<object>("GET", path);
  await call("PUT", path, { ...config, permissions: { bash: "ask" } });
  await say(page, [fenced("sh", "echo one"), fenced("sh", "echo two")].join("\n\n"));
  const approval = page.getByRole("group", { name: "Approval", exact: true });
  await approval.getByText("echo one").first().waitFor();
  await isFine(page);
  await activate(approval.getByRole("button", { name: "Allow", exact: true }));
  await page.getByText("Allowed by admin", { exact: true }).waitFor();
  await approval.getByText("echo two").first().waitFor();
  await approval.locator("[aria-keyshortcuts='Alt+Y']").waitFor();
  await page.keyboard.press("Alt+n");
  await page.getByText("Denied by admin", { exact: true }).waitFor();
  await isIdle(page);
  await call("PUT", path, config);
}

async function fork({ page }: OpenApp): Promise<void> {
  const before = page.url();
  await chooseItem(button(page, "Actions for this session"), "Fork");
  await page.waitForURL((url) => url.href !== before);
  await page.getByLabel("Conversation").getByText("Forked from").first().waitFor();
  await isFine(page);
}

async function rewind(app: OpenApp, id: string): Promise<void> {
  const { page } = app;
  await goTo(page, "New session");
  await composer(page).and(page.locator(":focus")).waitFor();
  await run(page, NOTES, "Write notes.");
  await run(page, MORE, "Go on.");
  const message = messages(page).filter({ hasText: "Go on." });
  await chooseItem(message.getByRole("button", { name: "More actions for this message" }), "Rewind to here…");
  const dialog = page.getByRole("dialog");
  const confirm = dialog.getByRole("button", { name: "Rewind 2 files and the conversation" });
  await confirm.waitFor();
  await isFine(page);
  await activate(confirm);
  await page.getByText("Files and conversation rewound by you").waitFor();
  await expect.poll(async () => await messages(page).count()).toBe(1);
  expect(await filesOf(app, id).read("notes.md")).toBe("one\ntwo\nthree\n");
  await activate(button(page, "Undo"));
  await activate(dialog.getByRole("button", { name: "Restore 2 files and the conversation" }));
  await page.getByText("Rewind undone by you").waitFor();
  await isFine(page);
}

async function review({ page }: OpenApp): Promise<void> {
  await goTo(page, "Changes");
  const changed = page.getByRole("navigation", { name: "Changed files" });
  await activate(changed.getByRole("button", { name: /notes\.md/ }));
  const after = page.getByRole("textbox", { name: "After: notes.md" });
  await after.waitFor();
  await isFine(page);
  await tabTo(after);
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+End");
  await activate(button(page, "Comment on lines 1 to 2"));
  await write(page.getByRole("textbox", { name: "Comment" }), "Why a digit?");
  await isFine(page);
  await activate(button(page, "Add to message"));
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await activate(page.getByRole("link", { name: "Finish your message" }));
  await tabTo(composer(page));
  await page.keyboard.press("Control+Enter");
  await page.getByLabel("Your message").getByText("Why a digit?").waitFor();
}

async function importPrompts({ page }: OpenApp): Promise<void> {
  const chosen = page.waitForEvent("filechooser");
  await goTo(page, "Import prompts");
  await activate(button(page, "Choose file…"));
  const chooser = await chosen;
  const buffer = Buffer.from('{"name":"Coach","content":"Train"}\n{"name":"Guide","content":"Show"}\n');
  await chooser.setFiles({ name: "prompts.ndjson", mimeType: "application/x-ndjson", buffer });
  await button(page, "Import 2 prompts").waitFor();
  await isFine(page);
  await activate(button(page, "Import 2 prompts"));
  await page.getByText("Imported: 2 created.").waitFor();
  await isFine(page);
}

async function schedule({ page, server }: OpenApp, id: string): Promise<void> {
  await page.goto(`${server.origin}/workspaces/${id}/schedules`);
  await activate(page.getByRole("link", { name: "New schedule" }));
  await write(page.getByLabel("Name", { exact: true }), "nightly");
  await write(composer(page), fenced("sh", "echo tested"));
  await write(page.getByLabel("Cron expression"), "30 4 * * *");
  await page.getByRole("status", { name: "Next times" }).getByText("At 04:30").waitFor();
  await isFine(page);
  await activate(button(page, "Create schedule"));
  await activate(button(page, "Run now"));
  await page.getByRole("table", { name: "Runs" }).getByText("Completed").waitFor();
  await isFine(page);
}

async function runBatch({ page }: OpenApp): Promise<void> {
  await goTo(page, "New batch");
  await write(page.getByLabel("Items", { exact: true }), '{"key":"a","message":"Hi"}\n{"key":"b"}');
  await write(composer(page), "For all others.");
  await write(page.getByLabel("Name", { exact: true }), "reviews");
  await isFine(page);
  await activate(button(page, "Create batch"));
  await page.getByRole("heading", { name: "reviews" }).waitFor();
  await page.getByText("2 of 2 items ended").waitFor();
  await isFine(page);
}

test.runIf(HAS_BROWSER && HAS_BUBBLEWRAP).each(WIDTHS)(
  "the twelve flows work by keyboard, fit and are accessible in light and dark at %d px",
  async (width) => {
    await using server = await startServer({ SANDBOX: "local" });
    await using app = await openApp({ server, width, isSignedIn: false, expected: [/401/] });
    await app.page.addInitScript(REFUSE_POINTERS);
    await app.page.reload();
    await signIn(app);
    const id = await giveFirstTask(app);
    await watchJoinAndSteer(app, id);
    await approve(app, id);
    await fork(app);
    await rewind(app, id);
    await review(app);
    await importPrompts(app);
    await schedule(app, id);
    await runBatch(app);
  },
  TIMEOUT_MS,
);
