import { timeOf } from "../beside-bare.mjs";
import { milliseconds, row } from "../figures.mjs";
import { loadPrompts, promptLines } from "../prompts.mjs";
import { withServer } from "../server.mjs";

const FEW = 1_000;
const MANY = 200_000;
const MOST_RATIO = 1.3;
const REQUESTS = 300;
const ROUNDS = 3;

/** The median time of a first page, in ms: the best of some rounds, since other work only adds to it. */
async function pageTime(server) {
  const read = async () => await (await server.call("GET", "/api/prompts")).arrayBuffer();
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await timeOf(read, REQUESTS));
  return Math.min(...rounds);
}

export async function measure() {
  return await withServer(async (server) => {
    await loadPrompts(server, promptLines(0, FEW), FEW);
    await pageTime(server);
    const few = await pageTime(server);
    await loadPrompts(server, promptLines(FEW, MANY), MANY - FEW);
    const many = await pageTime(server);
    const ratio = many / few;
    return [
      row("the first page of 200,000 prompts, against 1,000", {
        measured: `${milliseconds(many)} (${ratio.toFixed(2)} ×)`,
        bare: milliseconds(few),
        budget: `≤ ${MOST_RATIO} ×`,
        isMet: ratio <= MOST_RATIO,
        figures: { ratio, few, many },
      }),
    ];
  });
}
