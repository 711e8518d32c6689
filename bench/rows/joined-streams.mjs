import { setTimeout as pause } from "node:timers/promises";
import { runKey } from "../agent.mjs";
import { inBrowser } from "../browser.mjs";
import { median, milliseconds, row } from "../figures.mjs";

const NAME = "text of a running turn, after a reader opens its session at 50 moments, the slowest";
const JOINS = 50;
const TOKENS = 1_000;
const GAP_MS = 50;
const MOST_PAUSE_MS = 800;
const MOST_MS = 300;
const SEED = 1;

/** The tokens of the scripted model. */
const WRITTEN = /(?:\d+#)+/;

/** Pauses of 0 to `MOST_PAUSE_MS`, the same in each run (a linear congruential generator). */
function* pauses() {
  for (let state = SEED; ;) {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    yield (state / 2 ** 32) * MOST_PAUSE_MS;
  }
}

/* global document, requestAnimationFrame */
/** In the page: opens a session from the list, and resolves with the first text that a running turn shows, and after how many ms. */
const open = (session) =>
  new Promise((shown) => {
    const begun = performance.now();
    document.querySelector(`nav[aria-label=Sessions] a[href*="${session}"]`).click();
    const look = () => {
      const article = document.querySelector("[aria-label=Transcript] [aria-busy=true]");
      const text = /[\d#]*#[\d#]*/.exec(article?.textContent ?? "")?.[0];
      const ms = performance.now() - begun;
      if (text !== undefined || ms > 10_000) shown({ ms, text: text ?? "" });
      else requestAnimationFrame(look);
    };
    look();
  });

async function measureIn({ newPage, base, call, json }) {
  const page = await newPage();
  const config = { model: "openai-compatible/any" };
  const { id } = await json("POST", "/api/workspaces", { name: "joined", config });
  const path = `/api/workspaces/${id}`;
  const say = async (message, mode) => (await json("POST", `${path}/chat`, { message, mode })).session_id;
  const other = await say(`tokens.1.0.0.${runKey()}`, "sync");
  const session = await say(`tokens.${TOKENS}.${GAP_MS}.500.${runKey()}`, "async");
  await page.goto(`${base}/workspaces/${id}/chat?session=${other}`);
  const sessions = page.getByRole("navigation", { name: "Sessions" });
  const finished = page.getByText("Finished", { exact: true });
  await sessions.locator(`a[href*="${session}"]`).waitFor();
  const seen = [];
  for (const ms of pauses()) {
    seen.push(await page.evaluate(open, session));
    if (seen.length === JOINS) break;
    await sessions.locator(`a[href*="${other}"]`).click();
    await finished.waitFor();
    await pause(ms);
  }
  await finished.waitFor({ timeout: 120_000 });
  const last = await page.getByLabel("Transcript").getByLabel("Agent").last().textContent();
  const transcript = await call("GET", `${path}/sessions/${session}/transcript`);
  const whole = WRITTEN.exec(await transcript.text())[0];
  const wrong = seen.filter(({ text }) => !whole.startsWith(text)).length + (last.includes(whole) ? 0 : 1);
  const times = seen.map(({ ms }) => ms);
  const slowest = Math.max(...times);
  return [
    row(NAME, {
      measured: `${milliseconds(slowest)} (median ${milliseconds(median(times))}), ${wrong} wrong`,
      budget: `≤ ${milliseconds(MOST_MS)}, 0 wrong`,
      isMet: slowest <= MOST_MS && wrong === 0 && whole.split("#").length - 1 === TOKENS,
      figures: { ms: times, wrong },
    }),
  ];
}

export const measure = () => inBrowser(NAME, measureIn);
