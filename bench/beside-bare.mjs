import { client } from "./client.mjs";
import { median } from "./figures.mjs";
import { startBareServer } from "./server.mjs";

const ROUNDS = 5;

/** The median of so many requests, one after another, in ms. `before` comes before each and is not counted. */
export async function timeOf(ask, count, before = async () => {}) {
  const all = [];
  for (let number = 0; number < count; number++) {
    await before();
    const begun = performance.now();
    await ask();
    all.push(performance.now() - begun);
  }
  return median(all);
}

/** The times of what is asked for and of a bare server that gives the same bytes, the best of some rounds. */
export async function besideBare(ask, count, { contentType = "application/json", before } = {}) {
  const body = String(await ask());
  const server = await startBareServer({ status: 200, headers: { "content-type": contentType }, body });
  const bare = client(server.base);
  const found = { ours: [], bare: [] };
  try {
    for (let round = 0; round < ROUNDS; round++) {
      found.bare.push(await timeOf(() => bare.ask("GET", "/"), count));
      found.ours.push(await timeOf(ask, count, before));
    }
  } finally {
    bare.close();
    await server.stop();
  }
  return { ms: Math.min(...found.ours), bareMs: Math.min(...found.bare), figures: found };
}
