import { withAgent } from "../agent.mjs";
import { timeOf } from "../beside-bare.mjs";
import { timeRow } from "../figures.mjs";

const PROMPTS = 60;
const ROUNDS = 4;
const MOST_MS = 3;
const AT_BARE_MS = 1.3;

export async function measure() {
  return await withAgent(async ({ agent, bare }) => {
    // The turns wait for their model and do not end.
    const workspace = await agent.workspace("tokens.1.0.60000.slow");
    const body = { mode: "async", message: "Go on." };
    const ours = [];
    const bareTimes = [];
    for (let round = 0; round < ROUNDS; round++) {
      bareTimes.push(await timeOf(() => bare.ask("POST", "/accept", body), PROMPTS));
      ours.push(await timeOf(() => workspace.send(body), PROMPTS));
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
