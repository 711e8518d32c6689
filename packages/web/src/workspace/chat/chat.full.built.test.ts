import { expect, test } from "vitest";
import { expectAccessible } from "../../testing/accessible.ts";
import { hasBrowser } from "../../testing/browser.ts";
import { fenced, openChat, send } from "../../testing/chatting.ts";
import { drawn } from "../../testing/drawn.ts";
import { openApp, type OpenApp } from "../../testing/open-app.ts";
import { startServer } from "../../testing/server.ts";
import { expectHarmless, scrollTo } from "./hostile-transcript.test-support.ts";

test.skipIf(!hasBrowser("a hostile transcript of 5 MB in the browser"))(
  "a hostile transcript with an output of more than 5 MB does nothing but show itself, and cuts the output",
  async () => {
    await using app = await openApp();
    await expectHarmless(app, fenced("sh", "seq 1 800000"));
    await scrollTo(app, app.page.getByLabel("Call of bash").getByText("its middle is left out"));
  },
  240_000,
);

test.skipIf(!hasBrowser("a killed server in the browser"))(
  "a server that is killed in the middle of a stream and comes back: nothing is lost or shown twice, and the page says so",
  async () => {
    // A server that is away answers nothing: the browser says so of each request, and the page nothing more.
    const expected = [/^failed: .* net::ERR_/, /^console: Failed to load resource: net::ERR_/];
    await using server = await startServer();
    await using app = await openApp({ server, expected });
    const { page } = app;
    await openChat(app);
    const steps = Array.from({ length: 12 }, (_, index) => fenced("sh", `sleep 1; echo line-${index}`));
    await send(app, steps.join("\n\n"));
    await page
      .getByText(/Rehearsal, step [4-8] of 12\./)
      .first()
      .waitFor();
    await server.kill();
    await page.getByText("The server does not answer.").waitFor();
    // It is told once.
    await page.getByText("The connection to the server is lost.").waitFor({ state: "detached" });
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
  600_000,
);

/** The words of the agent in every row, from the first to the last, as the reader scrolls over them. */
async function everyRow(app: OpenApp): Promise<readonly string[]> {
  // A row is known by its place, which it has for good once all before it have been in sight.
  await readThrough(app);
  return await readThrough(app);
}

async function readThrough({ page }: OpenApp): Promise<readonly string[]> {
  const seen = new Map<string, string>();
  const transcript = page.getByLabel("Transcript");
  await transcript.press("Home");
  await drawn(page);
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
    await drawn(page);
    if (isEnd) break;
  }
  return [...seen.values()];
}
