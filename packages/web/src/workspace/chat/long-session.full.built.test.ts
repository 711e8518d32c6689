import { expect, test } from "vitest";
import { HAS_BROWSER } from "../../testing/browser.ts";
import { openApp, type OpenApp } from "../../testing/open-app.ts";
import { painted } from "../../testing/painted.ts";
import { startScriptedModel } from "../../testing/scripted-model.ts";
import { startServer } from "../../testing/server.ts";

const MESSAGES = 5_000;
/** Each response and each result of a call is a message. */
const CALLS = 100;
const STEPS = Math.ceil(MESSAGES / (CALLS + 1));
/** The visible rows and a margin. */
const MAX_ROWS = 120;
const MAX_HEAP_BYTES = 150_000_000;

interface Session {
  readonly status: string;
  readonly message_count: number;
}

async function makeLongSession({ call }: OpenApp): Promise<string> {
  const model = `openai-compatible/calls.read.${STEPS}.${CALLS}.long`;
  const config = { model, limits: { max_steps: 10_000 }, compaction: { enabled: false } };
  const { id } = await call<{ id: string }>("POST", "/api/workspaces", { name: "long", config });
  const path = `/api/workspaces/${id}`;
  const { session_id } = await call<{ session_id: string }>("POST", `${path}/chat`, {
    message: "Go on.",
    mode: "async",
  });
  for (;;) {
    const session = await call<Session>("GET", `${path}/sessions/${session_id}?wait=20`);
    if (session.status !== "idle") continue;
    expect(session.message_count).toBeGreaterThanOrEqual(MESSAGES);
    return `/workspaces/${id}/chat?session=${session_id}`;
  }
}

test.runIf(HAS_BROWSER)(
  "a session of 5,000 messages renders only visible rows, and needs little memory",
  async () => {
    await using model = await startScriptedModel();
    await using server = await startServer(model.settings);
    await using app = await openApp({ server, path: "/integration/tokens" });
    const { page } = app;
    await page.goto(server.origin + (await makeLongSession(app)));
    await page.getByText("All is done.").waitFor();
    const transcript = page.getByLabel("Transcript");
    const cards = transcript.getByRole("article");
    expect(await cards.count()).toBeGreaterThan(3);

    let most = 0;
    const isAtStart = async () => {
      most = Math.max(most, await cards.count());
      return await page.getByLabel("Your message").isVisible();
    };
    await expect
      .poll(
        async () => {
          await transcript.press("Home");
          await painted(page);
          return await isAtStart();
        },
        { message: "the start is reached", timeout: 240_000 },
      )
      .toBe(true);
    await page.getByLabel("Your message").getByText("Go on.").waitFor();
    // Rows are measured when they are rendered, which may move the end.
    const isAtEnd = async () => {
      await transcript.press("End");
      await painted(page);
      most = Math.max(most, await cards.count());
      return await page.getByText("All is done.").isVisible();
    };
    await expect.poll(isAtEnd, { message: "the end is reached", timeout: 120_000 }).toBe(true);
    await page.keyboard.press("Alt+ArrowUp");
    await page.getByLabel("Your message").getByText("Go on.").waitFor();
    expect(most).toBeLessThanOrEqual(MAX_ROWS);

    const devtools = await page.context().newCDPSession(page);
    await devtools.send("HeapProfiler.collectGarbage");
    await devtools.send("Performance.enable");
    const { metrics } = await devtools.send("Performance.getMetrics");
    const heap = metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? Number.NaN;
    console.log(
      `A session of ${MESSAGES} messages: at most ${most} rows, a heap of ${Math.round(heap / 1e6)} MB`,
    );
    expect(heap).toBeLessThan(MAX_HEAP_BYTES);
  },
  600_000,
);
