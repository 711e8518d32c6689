import { runKey, withAgent } from "../agent.mjs";
import { timed } from "../beside-bare.mjs";
import { sendAll } from "../crowd.mjs";
import { median, milliseconds, percentile, row, times } from "../figures.mjs";

/** More than the server runs at once. */
const QUEUED = 200;
const TURNS = 30;
/** The neighbour's turns share the machine with the others, but never wait for one of them to end. */
const MOST_STALLED_MS = 250;
const MOST_BUSY_MS = 5_000;

/** How long turns of one step take, one after the other, in ms. */
async function turnTimes(agent) {
  const workspace = await agent.workspace(`calls.todo_write.1.1.${runKey()}`);
  const taken = [];
  for (let turn = 0; turn < TURNS; turn++) taken.push(await timed(() => workspace.run()));
  return taken;
}

/** A neighbour's turns beside a workspace with far more turns than slots, by the same script. */
async function besideRow(name, script, mostMs) {
  return await withAgent(async ({ agent }) => {
    await turnTimes(agent);
    const alone = await turnTimes(agent);
    await sendAll(await agent.workspace(script), QUEUED);
    const beside = await turnTimes(agent);
    const [p50, worst, bare] = [median(beside), percentile(beside, 1), median(alone)];
    return row(name, {
      measured: `${milliseconds(p50)} (${times(p50 / bare)} alone), at most ${milliseconds(worst)}`,
      bare: milliseconds(bare),
      budget: `at most ${milliseconds(mostMs)}`,
      isMet: worst <= mostMs,
      figures: { alone, beside },
    });
  });
}

export async function measure() {
  const stalled = `tokens.1.0.3600000.${runKey()}`;
  const busy = `calls.todo_write.5000.1.${runKey()}`;
  return [
    await besideRow(
      `a turn beside a workspace with ${QUEUED} turns that do not end`,
      stalled,
      MOST_STALLED_MS,
    ),
    await besideRow(`a turn beside a workspace with ${QUEUED} turns that never pause`, busy, MOST_BUSY_MS),
  ];
}
