import { setTimeout as pause } from "node:timers/promises";
import { runKey, withAgent } from "../agent.mjs";
import { sendAll, untilIdle } from "../crowd.mjs";
import { row } from "../figures.mjs";

const COUNT = 1_000;
const SETTLE_MS = 3_000;

const kibibytes = (bytes) => `${(bytes / 1024).toFixed(0)} KiB`;

/** How much the memory of the process grows by some work; null if unknown. */
async function growth(server, work) {
  await pause(SETTLE_MS);
  const before = server.memory();
  await work();
  await pause(SETTLE_MS);
  return before === null ? null : server.memory() - before;
}

function memoryRow(name, bytes) {
  const measured = bytes === null ? "unknown on this system" : kibibytes(Math.max(0, bytes) / COUNT);
  return row(name, { measured, figures: { bytes, count: COUNT } });
}

export async function measure() {
  const work = async ({ agent, server }) => {
    const workspace = await agent.workspace(`calls.todo_write.1.1.${runKey()}`);
    const ended = async () => await untilIdle(workspace, await sendAll(workspace, COUNT));
    // One-time costs of a crowd do not count.
    await ended();
    await ended();
    const idle = await growth(server, ended);
    await workspace.rewrite(`tokens.1.0.600000.${runKey()}`);
    const running = await growth(server, () => sendAll(workspace, COUNT));
    return [
      memoryRow("memory for each idle session", idle),
      memoryRow("memory for each running session, which waits for its model", running),
    ];
  };
  return await withAgent(work, { unconfined: true, env: { MAX_RUNNING_TURNS: String(COUNT) } });
}
