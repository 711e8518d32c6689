import { setTimeout as pause } from "node:timers/promises";
import { agentOf, runKey, scriptedBy, withModel } from "../agent.mjs";
import { milliseconds, row } from "../figures.mjs";
import { microseconds } from "../clock.mjs";
import { inFolder, startServer } from "../server.mjs";

const ROUNDS = 2;
const STEPS = 3;
const MOST_MS = 2_000;
const WATCH_MS = 20;
const GIVE_UP_MS = 15_000;

async function until(what, isSo) {
  const end = performance.now() + GIVE_UP_MS;
  while (performance.now() < end) {
    if (await isSo()) return;
    await pause(WATCH_MS);
  }
  throw new Error(`Waited in vain until ${what}.`);
}

/** Kills a server while a command runs; returns the time from the restart to the next model call, in ms, and whether nothing was repeated. */
async function killedInATurn(model, folder) {
  const key = runKey();
  const settings = scriptedBy(model);
  const first = await startServer(folder, settings);
  const before = await agentOf(first);
  const workspace = await before.workspace(`calls.crash.${STEPS}.1.${key}`);
  const file = `${workspace.path}/agent/files?path=begun.txt`;
  const { session_id } = await workspace.send();
  await until("the command runs", () =>
    before.ask("GET", file).then(
      (bytes) => bytes.length > 0,
      () => false,
    ),
  );
  await first.kill();
  before.close();
  const restarted = microseconds();
  const second = await startServer(folder, settings);
  const after = await agentOf(second);
  try {
    const path = `${workspace.path}/sessions/${session_id}`;
    await until("the turn ends", async () => (await after.json("GET", path)).status === "idle");
    const { last_turn } = await after.json("GET", path);
    const requests = await model.times(key);
    const lines = String(await after.ask("GET", file))
      .trim()
      .split("\n");
    const isCorrect =
      last_turn.stop_reason === "end_turn" && requests.length === STEPS + 1 && lines.length === 1;
    return { ms: (requests[1].came - restarted) / 1000, isCorrect };
  } finally {
    after.close();
    await second.stop();
  }
}

export async function measure() {
  return await withModel(async (model) => {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++)
      rounds.push(await inFolder((folder) => killedInATurn(model, folder)));
    const ms = Math.min(...rounds.map((each) => each.ms));
    const areCorrect = rounds.every(({ isCorrect }) => isCorrect);
    return [
      row("after kill -9 in a turn: from the restart to the next step", {
        measured: `${milliseconds(ms)}, ${areCorrect ? "nothing twice" : "NOT continued correctly"}`,
        budget: `≤ ${milliseconds(MOST_MS)}, nothing twice`,
        isMet: ms <= MOST_MS && areCorrect,
        figures: { rounds },
      }),
    ];
  });
}
