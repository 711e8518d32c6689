import { runKey, withAgent } from "../agent.mjs";
import { bareAtOnce, sendAll, untilIdle } from "../crowd.mjs";
import { mebibytes, milliseconds, percentile, perSecond, rateBudget, row, times } from "../figures.mjs";

const STEPS = 5;
const SOME = { sessions: 64, tool: "bash", least: 350, atBareRate: 500, mostBytes: 150 * 1024 * 1024 };
/** Growing crowds, without budgets. */
const CROWDS = { sizes: [1, 32, 256], tool: "todo_write" };
const MANY = { sessions: 1_000, mostBytes: 400 * 1024 * 1024, mostPollMs: 100 };
const MANY_TOOLS = {
  todo_write: "a tool that starts no process",
  bash: "commands in the sandbox of this machine",
};

async function failures(workspace, ids) {
  const found = [];
  for (const id of ids) {
    const { last_turn } = await workspace.session(id);
    if (last_turn.stop_reason !== "end_turn" || last_turn.stats.tool_calls !== STEPS) found.push(last_turn);
  }
  return found;
}

/** Sessions at once, each with a turn of five steps. */
async function sessionsAtOnce({ agent, server }, { sessions, tool }) {
  const workspace = await agent.workspace(`calls.${tool}.${STEPS}.1.${runKey()}`);
  const begun = performance.now();
  const ids = await sendAll(workspace, sessions);
  const polls = await untilIdle(workspace, ids);
  const seconds = (performance.now() - begun) / 1000;
  const failed = await failures(workspace, ids);
  return {
    rate: (sessions * STEPS) / seconds,
    failed: failed.length,
    poll: percentile(polls, 0.99),
    bytes: server.peakMemory(),
  };
}

const memoryOf = ({ bytes }) => (bytes === null ? "" : `, ${mebibytes(bytes)}`);
const isWithin = (bytes, most) => bytes === null || bytes <= most;

/** With commands in a bare bash, like those of the bare agent. */
async function someRow() {
  const measureSome = async (world) => {
    await sessionsAtOnce(world, { ...SOME, sessions: 8 });
    const bareRates = [
      await bareAtOnce(world, { ...SOME, steps: STEPS }),
      await bareAtOnce(world, { ...SOME, steps: STEPS }),
    ];
    const rounds = [await sessionsAtOnce(world, SOME), await sessionsAtOnce(world, SOME)];
    const bareRate = Math.max(...bareRates);
    const some = { ...rounds.at(-1), rate: Math.max(...rounds.map(({ rate }) => rate)) };
    some.failed += rounds[0].failed;
    const { budget, isMet } = rateBudget({ ...SOME, rate: some.rate, bareRate });
    return row(`${SOME.sessions} sessions × ${STEPS} steps at once, with bash`, {
      measured: `${perSecond(some.rate)} (${times(some.rate / bareRate)} bare), ${some.failed} failed${memoryOf(some)}`,
      bare: perSecond(bareRate),
      budget: `${budget}, 0 failed, ≤ ${mebibytes(SOME.mostBytes)}`,
      isMet: isMet && some.failed === 0 && isWithin(some.bytes, SOME.mostBytes),
      figures: { rounds, bare_rates: bareRates, ratio: some.rate / bareRate },
    });
  };
  return await withAgent(measureSome, { unconfined: true });
}

async function manyRow([tool, what]) {
  return await withAgent(async (world) => {
    const many = await sessionsAtOnce(world, { ...MANY, tool });
    return row(
      `${MANY.sessions.toLocaleString("en")} sessions × ${STEPS} steps at once, ${what}, a poll's p99`,
      {
        measured: `${perSecond(many.rate)}, ${many.failed} failed${memoryOf(many)}, ${milliseconds(many.poll)}`,
        budget: `0 failed, ≤ ${mebibytes(MANY.mostBytes)}, ≤ ${milliseconds(MANY.mostPollMs)}`,
        isMet: many.failed === 0 && isWithin(many.bytes, MANY.mostBytes) && many.poll <= MANY.mostPollMs,
        figures: many,
      },
    );
  });
}

/** Turns of sessions, each awaited by its own request: polling is too coarse for a few. */
async function crowd({ agent, server }, sessions) {
  const workspace = await agent.workspace(`calls.${CROWDS.tool}.${STEPS}.1.${runKey()}`);
  const begun = performance.now();
  const ids = await sendAll(workspace, sessions);
  const ended = async (id) => {
    while ((await workspace.session(id, "?wait=30")).status !== "idle");
  };
  await Promise.all(ids.map(ended));
  const rate = (sessions * STEPS) / ((performance.now() - begun) / 1000);
  return { rate, failed: (await failures(workspace, ids)).length, bytes: server.peakMemory() };
}

async function crowdRows() {
  return await withAgent(async (world) => {
    const rows = [];
    await crowd(world, 8);
    for (const sessions of CROWDS.sizes) {
      const bareRate = await bareAtOnce(world, { ...CROWDS, sessions, steps: STEPS });
      const found = await crowd(world, sessions);
      const ratio = found.rate / bareRate;
      rows.push(
        row(`${sessions} × ${STEPS} steps at once, ${MANY_TOOLS[CROWDS.tool]}`, {
          measured: `${perSecond(found.rate)} (${times(ratio)} bare), ${found.failed} failed${memoryOf(found)}`,
          bare: perSecond(bareRate),
          figures: { ...found, bare_rate: bareRate, ratio },
        }),
      );
    }
    return rows;
  });
}

export async function measure() {
  const rows = [await someRow(), ...(await crowdRows())];
  for (const each of Object.entries(MANY_TOOLS)) rows.push(await manyRow(each));
  return rows;
}
