import { median, milliseconds, perSecond, row } from "../figures.mjs";
import { load } from "../load.mjs";
import { startBareServer, withServer } from "../server.mjs";

const WORKSPACES = 20;
const CONNECTIONS = 50;
const ROUNDS = 3;
const SECONDS = 4;
/** 10,000 requests a second if a bare server does 21,500. */
const LEAST_RATIO = 10_000 / 21_500;

export async function measure() {
  return await withServer(async (server) => {
    for (let number = 0; number < WORKSPACES; number++) {
      const body = JSON.stringify({ name: `workspace ${number}`, labels: { team: "bench" } });
      await server.call("POST", "/api/workspaces", body);
    }
    const path = "/api/workspaces?limit=20";
    const answer = await server.call("GET", path);
    const { date: _, connection: __, "keep-alive": ___, ...headers } = Object.fromEntries(answer.headers);
    const bare = await startBareServer({ status: answer.status, headers, body: await answer.text() });
    try {
      return await compare({ ours: server, bare, path });
    } finally {
      await bare.stop();
    }
  });
}

async function compare({ ours, bare, path }) {
  const ask = async ({ base }, seconds) =>
    await load(base + path, {
      connections: CONNECTIONS,
      seconds,
      headers: { authorization: ours.authorization },
    });
  await ask(bare, 1);
  await ask(ours, 2);
  const results = { ours: [], bare: [] };
  for (let round = 0; round < ROUNDS; round++) {
    results.bare.push(await ask(bare, SECONDS));
    results.ours.push(await ask(ours, SECONDS));
  }
  const rate = (of) => median(of.map((each) => each.rate));
  const p99 = (of) => median(of.map((each) => each.p99));
  const ratio = rate(results.ours) / rate(results.bare);
  return [
    row(`a list of ${WORKSPACES} workspaces, ${CONNECTIONS} connections`, {
      measured: `${perSecond(rate(results.ours))} (${ratio.toFixed(3)} of bare)`,
      bare: perSecond(rate(results.bare)),
      budget: `≥ ${LEAST_RATIO.toFixed(3)} of bare`,
      isMet: ratio >= LEAST_RATIO,
      figures: { ratio, ...results },
    }),
    row("the same, 99th percentile", {
      measured: milliseconds(p99(results.ours)),
      bare: milliseconds(p99(results.bare)),
    }),
  ];
}
