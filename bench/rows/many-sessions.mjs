import { setTimeout as pause } from "node:timers/promises";
import { runKey, withAgent } from "../agent.mjs";
import { mebibytes, milliseconds, percentile, perSecond, row } from "../figures.mjs";

const STEPS = 5;
const SOME = { sessions: 64, tool: "bash", least: 250, mostBytes: 200 * 1024 * 1024 };
const MANY = { sessions: 1_000, tool: "todo_write", mostBytes: 600 * 1024 * 1024, mostPollMs: 200 };
const POLL_MS = 20;
/** So many prompts are given at once. */
const SENDERS = 16;

async function sendAll(workspace, count) {
  const ids = [];
  let sent = 0;
  const sender = async () => {
    while (sent < count) {
      sent += 1;
      ids.push((await workspace.send()).session_id);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  return ids;
}

/** Polls one session after another until none is at work; gives the times of the polls, in ms. */
async function untilIdle(workspace, ids) {
  const polls = [];
  const open = new Set(ids);
  while (open.size > 0) {
    for (const id of [...open].slice(0, 10)) {
      const begun = performance.now();
      const { status } = await workspace.session(id);
      polls.push(performance.now() - begun);
      if (status === "idle") open.delete(id);
      else break;
    }
    await pause(POLL_MS);
  }
  return polls;
}

async function failures(workspace, ids) {
  const found = [];
  for (const id of ids) {
    const { last_turn } = await workspace.session(id);
    if (last_turn.stop_reason !== "end_turn" || last_turn.stats.tool_calls !== STEPS) found.push(last_turn);
  }
  return found;
}

/** So many sessions at once, each with a turn of five steps. */
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

async function bareAtOnce({ bare }, { sessions, tool }) {
  const model = `calls.${tool}.${STEPS}.1.${runKey()}`;
  const begun = performance.now();
  const ask = () => bare.ask("POST", "/chat", { model, message: "Go on." });
  await Promise.all(Array.from({ length: sessions }, ask));
  return (sessions * STEPS) / ((performance.now() - begun) / 1000);
}

const memoryOf = ({ bytes }) => (bytes === null ? "" : `, ${mebibytes(bytes)}`);
const isWithin = (bytes, most) => bytes === null || bytes <= most;

/** With commands in a bare bash, as those of the bare agent. */
async function someRow() {
  const measureSome = async (world) => {
    await sessionsAtOnce(world, { ...SOME, sessions: 8 });
    const bareRates = [await bareAtOnce(world, SOME), await bareAtOnce(world, SOME)];
    const rounds = [await sessionsAtOnce(world, SOME), await sessionsAtOnce(world, SOME)];
    const bareRate = Math.max(...bareRates);
    const some = { ...rounds.at(-1), rate: Math.max(...rounds.map(({ rate }) => rate)) };
    some.failed += rounds[0].failed;
    return row(`${SOME.sessions} sessions × ${STEPS} steps at once, with bash`, {
      measured: `${perSecond(some.rate)}, ${some.failed} failed${memoryOf(some)}`,
      bare: perSecond(bareRate),
      budget: `≥ ${perSecond(SOME.least)}, 0 failed, ≤ ${mebibytes(SOME.mostBytes)}`,
      isMet: some.rate >= SOME.least && some.failed === 0 && isWithin(some.bytes, SOME.mostBytes),
      figures: { rounds, bare_rates: bareRates, ratio: some.rate / bareRate },
    });
  };
  return await withAgent(measureSome, { unconfined: true });
}

async function manyRow() {
  return await withAgent(async (world) => {
    const many = await sessionsAtOnce(world, MANY);
    return row(`${MANY.sessions.toLocaleString("en")} sessions × ${STEPS} steps at once, a poll's p99`, {
      measured: `${perSecond(many.rate)}, ${many.failed} failed${memoryOf(many)}, ${milliseconds(many.poll)}`,
      budget: `0 failed, ≤ ${mebibytes(MANY.mostBytes)}, ≤ ${milliseconds(MANY.mostPollMs)}`,
      isMet: many.failed === 0 && isWithin(many.bytes, MANY.mostBytes) && many.poll <= MANY.mostPollMs,
      figures: many,
    });
  });
}

export async function measure() {
  return [await someRow(), await manyRow()];
}
