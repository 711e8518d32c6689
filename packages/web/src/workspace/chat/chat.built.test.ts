import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "../../testing/accessible.ts";
import { hasBrowser } from "../../testing/browser.ts";
import { fenced, openChat, send } from "../../testing/chatting.ts";
import { openApp, type OpenApp } from "../../testing/open-app.ts";

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
    await page.getByText("Denied: Not today").waitFor();
    await page.getByText("Finished", { exact: true }).nth(1).waitFor();
  },
  240_000,
);

const HOSTILE = [
  '<script>window.hacked = 1</script><img src=x onerror="window.hacked = 1">',
  "[script](javascript:window.hacked=1) [data](data:text/html,x) [good](https://example.com/a)",
  "![picture](https://tracker.example.com/pixel.png)",
  "over\u202Eride",
].join("\n\n");

/** What a command prints of it: the same, with colours, a title for the terminal, an override, and more than 5 MB of lines. */
const HOSTILE_OUTPUT = [
  fenced("sh", `cat <<'END'\n${HOSTILE}\nEND`),
  fenced("sh", "printf '\\033[31mred\\033[0m \\033]0;title\\007 out\\342\\200\\256put\\n'"),
  fenced("sh", "seq 1 800000"),
].join("\n\n");

test.skipIf(!hasBrowser("a hostile transcript in the browser"))(
  "a hostile transcript does nothing but show itself",
  async () => {
    await using app = await openApp();
    const { page } = app;
    await openChat(app);
    await send(app, `${HOSTILE}\n\n${HOSTILE_OUTPUT}`);
    await page.getByText("Finished", { exact: true }).waitFor();
    await page.reload();
    await page.getByText("Finished", { exact: true }).waitFor();
    await page.getByLabel("Transcript").press("Home");
    await page.getByLabel("Your message").waitFor();
    expect(await page.evaluate("window.hacked")).toBe(undefined);
    const message = page.getByLabel("Your message");
    expect(await message.getByText("<script>").count()).toBeGreaterThan(0);
    expect(await message.getByText("over⟦U+202E⟧ride").count()).toBeGreaterThan(0);
    for (const end of ["Home", "End"]) {
      await page.getByLabel("Transcript").press(end);
      await page
        .getByText(end === "Home" ? "<script>" : "Finished")
        .first()
        .waitFor();
      const shown = (await page.locator("body").textContent()) ?? "";
      for (const character of ["\u001B", "\u0007", "\u202E"]) expect(shown).not.toContain(character);
      expect(await page.locator("main img, main script, main iframe").count()).toBe(0);
    }
    const links = await page.locator("[aria-label=Transcript] a").evaluateAll((all) =>
      (all as HTMLAnchorElement[]).map(({ href, target, rel }) => ({
        protocol: new URL(href).protocol,
        target,
        rel,
      })),
    );
    expect(links.length).toBeGreaterThan(0);
    for (const link of links)
      expect(link).toEqual({ protocol: "https:", target: "_blank", rel: "noopener noreferrer nofollow" });
    const calls = page.getByLabel("Call of bash");
    await scrollTo(app, calls.getByText("out⟦U+202E⟧put"));
    await scrollTo(app, calls.getByText("its middle is left out"));
    expect(await page.title()).not.toContain("title");
    await expectAccessible(page);
  },
  240_000,
);

test.skipIf(!hasBrowser("a killed server in the browser"))(
  "a server that is killed in the middle of a stream and comes back: nothing is lost or shown twice, and the page says so",
  async () => {
    // A server that is away answers nothing: the browser says so of each request, and the page nothing more.
    const expected = [/^failed: .* net::ERR_/, /^console: Failed to load resource: net::ERR_/];
    await using app = await openApp({ expected });
    const { page, server } = app;
    await openChat(app);
    const steps = Array.from({ length: 12 }, (_, index) => fenced("sh", `sleep 1; echo line-${index}`));
    await send(app, steps.join("\n\n"));
    await page
      .getByText(/Rehearsal, step [4-8] of 12\./)
      .first()
      .waitFor();
    await server.kill();
    await page.getByText("The connection to the server is lost.").waitFor();
    await page.getByText("The server does not answer.").waitFor();
    await expectAccessible(page);
    await using back = await server.restart();
    await page.getByText(/^Connected again after/).waitFor();
    await page.getByText("The server does not answer.").waitFor({ state: "detached" });
    await page.getByText("Finished", { exact: true }).waitFor({ timeout: 240_000 });
    const session = new URL(page.url()).searchParams.get("session") ?? "";
    const workspace = /workspaces\/([^/]+)/.exec(page.url())?.[1] ?? "";
    const messages = await app.call<{ role: string; content: string }[]>(
      "GET",
      `/api/workspaces/${workspace}/messages?session_id=${session}`,
    );
    expect(back.origin).toBe(server.origin);
    const said = messages.filter(({ role }) => role === "assistant").map(({ content }) => content);
    const shown = await everyRow(app);
    for (const text of said.slice(0, -1))
      expect(
        shown.filter((row) => row === text),
        text,
      ).toHaveLength(1);
  },
  240_000,
);

/** Reads on from the beginning until something is there, and once more from there: a page may have gone by before its rows were made. */
async function scrollTo({ page }: OpenApp, wanted: Locator): Promise<void> {
  const transcript = page.getByLabel("Transcript");
  let pages = 0;
  await expect
    .poll(
      async () => {
        await transcript.press(pages++ % 30 === 0 ? "Home" : "PageDown");
        return await wanted.count();
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0);
}

/** The words of the agent in every row, from the first to the last, as the reader scrolls over them. */
async function everyRow({ page }: OpenApp): Promise<readonly string[]> {
  const seen = new Map<string, string>();
  const transcript = page.getByLabel("Transcript");
  await transcript.press("Home");
  for (let step = 0; step < 200; step++) {
    const rows = await transcript.evaluate((scroller) => {
      const box = scroller.getBoundingClientRect();
      return [...scroller.querySelectorAll("article[aria-label=Agent]")].map((row) => ({
        place: String(Math.round(row.getBoundingClientRect().top - box.top + scroller.scrollTop)),
        text: row.textContent.trim(),
      }));
    });
    for (const { place, text } of rows) seen.set(place, text);
    const isEnd = await transcript.evaluate((scroller) => {
      const before = scroller.scrollTop;
      scroller.scrollTop += 300;
      return scroller.scrollTop === before;
    });
    await page.waitForTimeout(30);
    if (isEnd) break;
  }
  return [...seen.values()];
}
