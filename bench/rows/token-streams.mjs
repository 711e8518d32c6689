import { runKey, withAgent } from "../agent.mjs";
import { milliseconds, percentile, perSecond, row } from "../figures.mjs";

const FIRST = { turns: 60, rounds: 2, p50: 0.8, p99: 4 };
const PACED = { streams: 32, gapMs: 20, seconds: 2, rounds: 2, p50: 0.6, p99: 5, cores: 0.3 };
const BURST = { tokens: 2_000, rounds: 6, least: 40_000 };

const delays = (tokens) => tokens.map(({ sent, at }) => (at - sent) / 1000);
const lowest = (rounds, value) => rounds.reduce((best, each) => (value(each) < value(best) ? each : best));

/** Answers of two tokens, one after another; of each the first: from the model's word to the reader's ear. */
async function firstTokens(read) {
  const found = [];
  for (let turn = 0; turn < FIRST.turns; turn++)
    found.push(...delays(await read(`tokens.2.10.10.${runKey()}`)).slice(0, 1));
  return { p50: percentile(found, 0.5), p99: percentile(found, 0.99) };
}

/** Many answers at once, at the pace at which models speak. */
async function pacedTokens(read, server) {
  const count = (PACED.seconds * 1000) / PACED.gapMs;
  const cpu = server.cpuSeconds();
  const begun = performance.now();
  const streams = Array.from({ length: PACED.streams }, () =>
    read(`tokens.${count}.${PACED.gapMs}.50.${runKey()}`),
  );
  const found = (await Promise.all(streams)).flatMap(delays);
  const cores = cpu === null ? null : (server.cpuSeconds() - cpu) / ((performance.now() - begun) / 1000);
  return { p50: percentile(found, 0.5), p99: percentile(found, 0.99), cores };
}

/** One answer as fast as it can be passed on: events each second, from the model's first word on. */
async function burst(read) {
  const came = await read(`tokens.${BURST.tokens}.0.50.${runKey()}`);
  if (came.length !== BURST.tokens) throw new Error(`${came.length} of ${BURST.tokens} tokens came.`);
  return { rate: came.length / ((came.at(-1).at - came[0].sent) / 1_000_000) };
}

async function inRounds(count, { ours, bare }, measureOnce) {
  const found = { ours: [], bare: [] };
  await measureOnce(ours.read, ours.server);
  for (let round = 0; round < count; round++) {
    found.bare.push(await measureOnce(bare.read, bare.server));
    found.ours.push(await measureOnce(ours.read, ours.server));
  }
  return found;
}

function delayRow(name, found, most) {
  const ours = lowest(found.ours, ({ p50 }) => p50);
  const bare = lowest(found.bare, ({ p50 }) => p50);
  const p99 = Math.min(...found.ours.map((each) => each.p99));
  const bareP99 = Math.min(...found.bare.map((each) => each.p99));
  return row(`${name}, p50 / p99`, {
    measured: `${milliseconds(ours.p50)} / ${milliseconds(p99)} (${(ours.p50 / bare.p50).toFixed(2)} × bare)`,
    bare: `${milliseconds(bare.p50)} / ${milliseconds(bareP99)}`,
    budget: `≤ ${milliseconds(most.p50)} / ${milliseconds(most.p99)}`,
    isMet: ours.p50 <= most.p50 && p99 <= most.p99,
    figures: found,
  });
}

function coresRow(found) {
  const cores = (of) => Math.min(...of.map((each) => each.cores ?? Number.NaN));
  const ours = cores(found.ours);
  const bare = cores(found.bare);
  return row("the same, cores used by the server", {
    measured: Number.isNaN(ours)
      ? "not told by this system"
      : `${ours.toFixed(2)} (${(ours / bare).toFixed(1)} × bare)`,
    bare: bare.toFixed(2),
    budget: `≤ ${PACED.cores}`,
    isMet: Number.isNaN(ours) ? null : ours <= PACED.cores,
  });
}

function burstRow(found) {
  const ours = Math.max(...found.ours.map(({ rate }) => rate));
  const bare = Math.max(...found.bare.map(({ rate }) => rate));
  return row(`${BURST.tokens.toLocaleString("en")} tokens at once, events to the reader`, {
    measured: `${perSecond(ours)} (${(ours / bare).toFixed(2)} of bare)`,
    bare: perSecond(bare),
    budget: `≥ ${perSecond(BURST.least)}`,
    isMet: ours >= BURST.least,
    figures: found,
  });
}

export async function measure() {
  return await withAgent(async ({ agent, server, bare, bareServer }) => {
    // Each stream has a workspace's model of its own, so a workspace is kept for each that runs at once.
    const idle = [];
    const read = async (script) => {
      const workspace = idle.pop() ?? (await agent.workspace(script));
      await workspace.rewrite(script);
      const came = await workspace.tokens();
      idle.push(workspace);
      return came;
    };
    const both = {
      ours: { server, read },
      bare: { server: bareServer, read: (model) => bare.tokens("/chat", { model, message: "Go on." }) },
    };
    const first = await inRounds(FIRST.rounds, both, firstTokens);
    const paced = await inRounds(PACED.rounds, both, pacedTokens);
    const bursts = await inRounds(BURST.rounds, both, burst);
    return [
      delayRow("first token, model to reader", first, FIRST),
      delayRow(`${PACED.streams} streams at ${1000 / PACED.gapMs} tokens/s`, paced, PACED),
      coresRow(paced),
      burstRow(bursts),
    ];
  });
}
