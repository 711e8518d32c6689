import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible } from "../../testing/accessible.ts";
import { fenced, openChat, send } from "../../testing/chatting.ts";
import { drawn } from "../../testing/drawn.ts";
import type { OpenApp } from "../../testing/open-app.ts";

const HOSTILE = [
  '<script>window.hacked = 1</script><img src=x onerror="window.hacked = 1">',
  "[script](javascript:window.hacked=1) [data](data:text/html,x) [good](https://example.com/a)",
  "![picture](https://tracker.example.com/pixel.png)",
  "over\u202Eride",
].join("\n\n");

/** What a command prints of it: the same, with colours, a title for the terminal and an override. */
const HOSTILE_OUTPUT = [
  fenced("sh", `cat <<'END'\n${HOSTILE}\nEND`),
  fenced("sh", "printf '\\033[31mred\\033[0m \\033]0;title\\007 out\\342\\200\\256put\\n'"),
].join("\n\n");

/** Sends what is hostile, with further blocks, and expects that its transcript does nothing but show itself. */
export async function expectHarmless(app: OpenApp, ...more: readonly string[]): Promise<void> {
  const { page } = app;
  await openChat(app);
  await send(app, [HOSTILE, HOSTILE_OUTPUT, ...more].join("\n\n"));
  await page.getByText("Finished", { exact: true }).waitFor();
  await page.reload();
  await page.getByText("Finished", { exact: true }).waitFor();
  const message = page.getByLabel("Your message");
  await pressUntil(app, "Home", message);
  await message.getByText("<script>").first().waitFor();
  await message.getByText("over⟦U+202E⟧ride").first().waitFor();
  for (const end of ["Home", "End"]) {
    await pressUntil(app, end, page.getByText(end === "Home" ? "<script>" : "Finished"));
    const shown = (await page.locator("body").textContent()) ?? "";
    for (const character of ["\u001B", "\u0007", "\u202E"]) expect(shown).not.toContain(character);
    expect(await page.locator("main img, main script, main iframe").count()).toBe(0);
  }
  const anchors = page.locator("[aria-label=Transcript] a");
  await anchors.first().waitFor();
  const links = await anchors.evaluateAll((all) =>
    (all as HTMLAnchorElement[]).map(({ href, target, rel }) => ({
      protocol: new URL(href).protocol,
      target,
      rel,
    })),
  );
  for (const link of links)
    expect(link).toEqual({ protocol: "https:", target: "_blank", rel: "noopener noreferrer nofollow" });
  const calls = page.getByLabel("Call of bash");
  await scrollTo(app, calls.getByText("out⟦U+202E⟧put"));
  expect(await page.evaluate("window.hacked")).toBe(undefined);
  expect(await page.title()).not.toContain("title");
  await expectAccessible(page);
}

/** Rows that are still being measured move the page away from where a key has led. */
async function pressUntil({ page }: OpenApp, key: string, wanted: Locator): Promise<void> {
  const isThere = async () => {
    await page.getByLabel("Transcript").press(key);
    await drawn(page);
    return await wanted.count();
  };
  await expect.poll(isThere, { timeout: 60_000 }).toBeGreaterThan(0);
}

/** Reads on from the beginning until something is there, and once more from there: a page may have gone by before its rows were made. */
export async function scrollTo({ page }: OpenApp, wanted: Locator): Promise<void> {
  const transcript = page.getByLabel("Transcript");
  let pages = 0;
  await expect
    .poll(async () => {
      await transcript.press(pages++ % 30 === 0 ? "Home" : "PageDown");
      await drawn(page);
      return await wanted.count();
    })
    .toBeGreaterThan(0);
}
