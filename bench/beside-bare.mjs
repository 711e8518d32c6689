import { client } from "./client.mjs";
import { median } from "./figures.mjs";
import { startBareServer } from "./server.mjs";

const ROUNDS = 5;

/** How long some work takes, in ms. */
export async function timed(work) {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** The median of requests, one after another, in ms. `before` runs before each and is not counted. */
export async function timeOf(ask, count, before = async () => {}) {
  const all = [];
  for (let number = 0; number < count; number++) {
    await before();
    all.push(await timed(ask));
  }
  return median(all);
}

/** The times of a request and of a bare server with the same response, the best of some rounds. */
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
