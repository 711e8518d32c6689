import { withAgent } from "../agent.mjs";
import { median, timeRow } from "../figures.mjs";

const PROMPTS = 60;
const ROUNDS = 4;
const MOST_MS = 3;
const AT_BARE_MS = 1.3;

/** The median of some requests, one after another. */
async function eachTime(ask) {
  const all = [];
  for (let number = 0; number < PROMPTS; number++) {
    const begun = performance.now();
    await ask();
    all.push(performance.now() - begun);
  }
  return median(all);
}

export async function measure() {
  return await withAgent(async ({ agent, bare }) => {
    // The turns wait for their model while others are accepted, and none of them ends.
    const workspace = await agent.workspace("tokens.1.0.60000.slow");
    const body = { mode: "async", message: "Go on." };
    const ours = [];
    const bareTimes = [];
    for (let round = 0; round < ROUNDS; round++) {
      bareTimes.push(await eachTime(() => bare.ask("POST", "/accept", body)));
      ours.push(await eachTime(() => workspace.send(body)));
    }
    const figures = { rounds_ms: ours, bare_rounds_ms: bareTimes };
    return [
      timeRow("a prompt accepted, durably", {
        ms: Math.min(...ours),
        bareMs: Math.min(...bareTimes),
        mostMs: MOST_MS,
        atBareMs: AT_BARE_MS,
        figures,
      }),
    ];
  });
}
