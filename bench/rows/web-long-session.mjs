import { runKey } from "../agent.mjs";
import { inBrowser, opened } from "../browser.mjs";
import { median, milliseconds, percentile, row, timeBudget } from "../figures.mjs";

const NAME = "a token shows in a session of 5,000 messages, p95";
const CALLS = 100;
const STEPS = 50;
const TOKENS = 200;
const GAP_MS = 30;
const MOST_TOKEN_MS = 50;
/** Two frames of a screen with 60 a second. */
const MOST_FRAME_MS = 34;
const OPENED = 5;
const MOST_OPENING_MS = 1_000;
const FIELD = "[aria-label='Message to the agent']";
const SHOWN = "[aria-label=Transcript] article";
const PIXELS_A_FRAME = 120;
const FRAMES = 300;

/* global document, MessageChannel, MutationObserver, requestAnimationFrame, TextDecoder, WheelEvent */
/** In the page: the times from a token's arrival to the frame that shows it, in ms. */
const watchTokens = () => {
  globalThis.tokenTimes = [];
  let arrivedAt = null;
  const decode = TextDecoder.prototype.decode;
  TextDecoder.prototype.decode = function (...given) {
    const text = decode.apply(this, given);
    if (text.includes('"item.delta"')) arrivedAt ??= performance.now();
    return text;
  };
  const painted = new MessageChannel();
  painted.port1.onmessage = ({ data }) => globalThis.tokenTimes.push(performance.now() - data);
  new MutationObserver((changes) => {
    const isToken = changes.some(({ target }) => target.parentElement?.closest("[aria-busy=true]"));
    if (arrivedAt === null || !isToken) return;
    const at = arrivedAt;
    arrivedAt = null;
    // A message that is sent in a frame arrives after the frame was drawn.
    requestAnimationFrame(() => painted.port2.postMessage(at));
  }).observe(document, { subtree: true, childList: true, characterData: true });
};

/** In the page: the times between the frames while it scrolls upwards, in ms. */
const scrollUp = async ([frames, pixels]) => {
  const scroller = document.querySelector("[aria-label=Transcript]");
  const nextFrame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  const times = [];
  let before = await nextFrame();
  for (let frame = 0; frame < frames; frame++) {
    scroller.dispatchEvent(new WheelEvent("wheel", { deltaY: -pixels }));
    scroller.scrollTop -= pixels;
    const now = await nextFrame();
    times.push(now - before);
    before = now;
  }
  return times;
};

async function longSession(json) {
  const config = (model) => ({
    model: `openai-compatible/${model}`,
    limits: { max_steps: 10_000 },
    compaction: { enabled: false },
  });
  const script = `calls.read.${STEPS}.${CALLS}.${runKey()}`;
  const { id } = await json("POST", "/api/workspaces", { name: "long", config: config(script) });
  const path = `/api/workspaces/${id}`;
  const { session_id } = await json("POST", `${path}/chat`, { message: "Go on.", mode: "async" });
  for (;;) {
    const { status, message_count } = await json("GET", `${path}/sessions/${session_id}?wait=30`);
    if (status !== "idle") continue;
    await json("PUT", `${path}/config`, config("any"));
    const say = async (message) => await json("POST", `${path}/chat`, { message, mode: "async", session_id });
    return { address: `/workspaces/${id}/chat?session=${session_id}`, count: message_count, say };
  }
}

async function measureIn({ newPage, base, json }) {
  const { address, count, say } = await longSession(json);
  const opening = [];
  for (let round = 0; round < OPENED; round++) {
    const page = await newPage();
    opening.push((await opened(page, base + address, [FIELD, SHOWN])).ready);
    await page.context().close();
  }
  const page = await newPage();
  await page.addInitScript(watchTokens);
  await page.goto(base + address);
  await page.getByText("All is done.").waitFor();
  const frames = await page.evaluate(scrollUp, [FRAMES, PIXELS_A_FRAME]);
  await page.getByLabel("Transcript").press("End");
  await page.getByText("All is done.").waitFor();
  await page.evaluate("tokenTimes.length = 0");
  await say(`tokens.${TOKENS}.${GAP_MS}.500.${runKey()}`);
  await page.getByText("Finished", { exact: true }).nth(1).waitFor({ timeout: 120_000 });
  const tokens = await page.evaluate("tokenTimes");
  const token = percentile(tokens, 0.95);
  const frame = percentile(frames, 0.95);
  return [
    row(NAME, {
      measured: `${milliseconds(token)} (median ${milliseconds(median(tokens))})`,
      budget: `≤ ${milliseconds(MOST_TOKEN_MS)}`,
      isMet: tokens.length > TOKENS / 4 && token <= MOST_TOKEN_MS,
      figures: { messages: count, ms: tokens },
    }),
    row("a frame while it scrolls through them, p95", {
      measured: `${milliseconds(frame)} (median ${milliseconds(median(frames))})`,
      ...timeBudget({ ms: frame, mostMs: MOST_FRAME_MS }),
      figures: { ms: frames },
    }),
    row("the session is opened, with an empty cache", {
      measured: milliseconds(median(opening)),
      ...timeBudget({ ms: median(opening), mostMs: MOST_OPENING_MS }),
      figures: { ms: median(opening), rounds_ms: opening },
    }),
  ];
}

export const measure = () => inBrowser(NAME, measureIn);
