import { runKey, withAgent } from "../agent.mjs";
import { milliseconds, percentile, perSecond, rateBudget, row, times } from "../figures.mjs";

const MODEL = "scripted";
const FIRST = {
  turns: 60,
  rounds: 2,
  /** Times the bare agent. */
  most: { p50: 1.7 },
};
const PACED = {
  streams: 32,
  gapMs: 20,
  seconds: 2,
  rounds: 4,
  most: { p99: 2 },
  cores: { most: 0.3, atBare: 0.1 },
};
const BURST = { tokens: 2_000, rounds: 6, least: 40_000, atBareRate: 111_000 };

const delays = (tokens) => tokens.map(({ sent, at }) => (at - sent) / 1000);
const lowest = (rounds, value) => rounds.reduce((best, each) => (value(each) < value(best) ? each : best));

/** Responses of two tokens, one after another: the delay of the first, from the model to the reader. */
export async function firstTokens(read) {
  const found = [];
  for (let turn = 0; turn < FIRST.turns; turn++)
    found.push(...delays(await read(`tokens.2.10.10.${runKey()}`)).slice(0, 1));
  return { p50: percentile(found, 0.5), p99: percentile(found, 0.99) };
}

/** Many responses at once, at the pace of real models. */
export async function pacedTokens(read, server) {
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

/** One response as fast as possible: tokens per second from the first one. One event may contain several. */
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

function delayRow(name, found, { most }) {
  const ours = lowest(found.ours, ({ p50 }) => p50);
  const bare = lowest(found.bare, ({ p50 }) => p50);
  const p99 = Math.min(...found.ours.map((each) => each.p99));
  const bareP99 = Math.min(...found.bare.map((each) => each.p99));
  const ratios = { p50: ours.p50 / bare.p50, p99: p99 / bareP99 };
  const bounds = Object.entries(most);
  return row(`${name}, p50 / p99`, {
    measured: `${milliseconds(ours.p50)} / ${milliseconds(p99)} (${times(ratios.p50)}, ${times(ratios.p99)} bare)`,
    bare: `${milliseconds(bare.p50)} / ${milliseconds(bareP99)}`,
    budget: bounds.map(([of, bound]) => `${of} ≤ ${times(bound)} bare`).join(", "),
    isMet: bounds.every(([of, bound]) => ratios[of] <= bound),
    figures: { p50: ours.p50, p99, bare_p50: bare.p50, bare_p99: bareP99, rounds: found },
  });
}

function coresRow(found) {
  const cores = (of) => Math.min(...of.map((each) => each.cores ?? Number.NaN));
  const ours = cores(found.ours);
  const bare = cores(found.bare);
  const { most, atBare } = PACED.cores;
  return row("the same, cores used by the server", {
    measured: Number.isNaN(ours)
      ? "unknown on this system"
      : `${ours.toFixed(2)} (${times(ours / bare)} bare)`,
    bare: bare.toFixed(2),
    budget: `≤ ${most} or ${times(most / atBare)} bare`,
    isMet: Number.isNaN(ours) ? null : ours <= most || ours / bare <= most / atBare,
    figures: { cores: ours, bare_cores: bare },
  });
}

function burstRow(found) {
  const ours = Math.max(...found.ours.map(({ rate }) => rate));
  const bare = Math.max(...found.bare.map(({ rate }) => rate));
  return row(`${BURST.tokens.toLocaleString("en")} tokens at once, tokens to the reader`, {
    measured: `${perSecond(ours)} (${times(ours / bare)} bare)`,
    bare: perSecond(bare),
    ...rateBudget({ rate: ours, bareRate: bare, ...BURST }),
    figures: { rate: ours, bare_rate: bare, rounds: found },
  });
}

export async function measure() {
  return await withAgent(async ({ agent, server, bare, bareServer }) => {
    // One model for all, as hosts have it: the message has the script.
    const workspace = await agent.workspace(MODEL);
    const both = {
      ours: { server, read: (message) => workspace.tokens({ message }) },
      bare: { server: bareServer, read: (message) => bare.tokens("/chat", { model: MODEL, message }) },
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
