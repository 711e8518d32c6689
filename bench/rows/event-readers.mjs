import { setTimeout as pause } from "node:timers/promises";
import { runKey, withAgent } from "../agent.mjs";
import { atOnce } from "../at-once.mjs";
import { milliseconds, percentile, row } from "../figures.mjs";
import { withPostgres } from "../postgres.mjs";

const READERS = 2_000;
const SESSIONS = 100;
/** The turns of these sessions stream at once, each at the pace of a real model. */
const SPEAKING = 10;
const TOKENS = { count: 100, gapMs: 50, delayMs: 500 };
const OPENED_AT_ONCE = 50;
const MOST_BYTES_EACH = 60 * 1000;
const MOST_MS = 100;
/** One token reads for all of them. */
const ENV = { STREAMS_PER_PRINCIPAL: String(3 * READERS), MAX_CONNECTIONS: String(3 * READERS) };
/** Garbage of opening them is freed meanwhile. */
const SETTLE_MS = 3_000;

/** Streams in some of the sessions; returns the delays of all deltas at their readers, in ms. */
async function deltaDelays(workspace, ids, readers) {
  const { count, gapMs, delayMs } = TOKENS;
  await workspace.rewrite(`tokens.${count}.${gapMs}.${delayMs}.${runKey()}`);
  await Promise.all(ids.slice(0, SPEAKING).map((session_id) => workspace.run({ session_id })));
  const heard = await Promise.all(readers.map((ofSession) => Promise.all(ofSession.map((end) => end()))));
  const ofSpeaking = heard.slice(0, SPEAKING).flat();
  const least = Math.min(...ofSpeaking.map(({ length }) => length));
  if (least !== count) throw new Error(`A reader heard ${least} of ${count} tokens.`);
  return ofSpeaking.flat().map(({ sent, at }) => (at - sent) / 1000);
}

async function readersRows({ agent, server }) {
  const workspace = await agent.workspace(`tokens.2.0.0.${runKey()}`);
  const ids = [];
  for (let count = 0; count < SESSIONS; count++) ids.push(await workspace.run());
  /** By session: what ends them. */
  const readers = ids.map(() => []);
  const follow = async (index) => {
    const path = `${workspace.path}/sessions/${ids[index % SESSIONS]}/events`;
    readers[index % SESSIONS].push(await agent.follow(path));
  };
  const memory = [server.memory()];
  // Twice as many: one-time costs of the first half, such as a larger young generation, do not count.
  for (let round = 0; round < 2; round++) {
    await atOnce(OPENED_AT_ONCE, READERS, follow);
    await pause(SETTLE_MS);
    memory.push(server.memory());
  }
  await Promise.all(
    readers.map((ofSession) => Promise.all(ofSession.splice(READERS / SESSIONS).map((end) => end()))),
  );
  const delays = await deltaDelays(workspace, ids, readers);
  const [p50, p99] = [percentile(delays, 0.5), percentile(delays, 0.99)];
  const [first, more] = memory[0] === null ? [] : [1, 2].map((at) => (memory[at] - memory[at - 1]) / READERS);
  const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0)} KB`;
  const name = `${READERS.toLocaleString("en")} open event readers`;
  return [
    row(`${name}, memory of each`, {
      measured:
        more === undefined
          ? "unknown on this system"
          : `${kilobytes(more)} (${kilobytes(first)} with what the heap grows by once)`,
      budget: `≤ ${kilobytes(MOST_BYTES_EACH)}`,
      isMet: more === undefined ? null : more <= MOST_BYTES_EACH,
      figures: { memory, first_bytes: first, bytes: more },
    }),
    row(`the same, ${SPEAKING} of ${SESSIONS} sessions speak, a delta's p50 / p99`, {
      measured: `${milliseconds(p50)} / ${milliseconds(p99)}`,
      budget: `p99 ≤ ${milliseconds(MOST_MS)}`,
      isMet: p99 <= MOST_MS,
      figures: { p50, p99, deltas: delays.length },
    }),
  ];
}

export async function measure() {
  return await withPostgres((url) => withAgent(readersRows, { env: { DATABASE_URL: url, ...ENV } }));
}
