import { runKey } from "../agent.mjs";
import { inBrowser, opened } from "../browser.mjs";
import { median, milliseconds, row, timeBudget } from "../figures.mjs";

const NAME = "the first paint of a chat, with an empty cache";
const ROUNDS = 11;
const MOST_PAINT_MS = 600;
const MOST_READY_MS = 1_200;
const READY = ["[aria-label='Message to the agent']", "[aria-label=Transcript] article"];

async function measureIn({ newPage, base, json }) {
  const config = { model: "openai-compatible/any" };
  const { id } = await json("POST", "/api/workspaces", { name: "opened", config });
  const message = `tokens.20.0.0.${runKey()}`;
  const { session_id } = await json("POST", `/api/workspaces/${id}/chat`, { message, mode: "sync" });
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await newPage();
    times.push(await opened(page, `${base}/workspaces/${id}/chat?session=${session_id}`, READY));
    await page.context().close();
  }
  const timeRow = (name, ms, most) =>
    row(name, {
      measured: milliseconds(median(ms)),
      ...timeBudget({ ms: median(ms), mostMs: most }),
      figures: { ms: median(ms), rounds_ms: ms },
    });
  return [
    timeRow(
      NAME,
      times.map(({ paint }) => paint),
      MOST_PAINT_MS,
    ),
    timeRow(
      "the same, until its messages and the field for the next are there",
      times.map(({ ready }) => ready),
      MOST_READY_MS,
    ),
  ];
}

export const measure = () => inBrowser(NAME, measureIn);
