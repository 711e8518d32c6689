import { setTimeout as pause } from "node:timers/promises";
import { runKey, withAgent } from "../agent.mjs";
import { sendAll, untilIdle } from "../crowd.mjs";
import { mebibytes, row } from "../figures.mjs";
import { sessionOf, workspaceWithNotes } from "../long-sessions.mjs";

const CROWD = { sessions: 64, steps: 5 };
const LONG = { messages: 1_000, turns: 20 };
const MOST_ABOVE_IDLE = 40 * 1024 * 1024;
/** The server collects garbage when it has been idle for a minute. */
const IDLE_MS = 75_000;

function memoryRow(name, bytes, { most, figures, note = "" }) {
  if (bytes === null) return row(name, { measured: "unknown on this system" });
  return row(name, {
    measured: `${mebibytes(bytes)}${note}`,
    ...(most !== undefined && { budget: `≤ ${mebibytes(most)}`, isMet: bytes <= most }),
    figures: { bytes, ...figures },
  });
}

/** Sessions at once with commands in the sandbox, and what of their memory, processes and descriptors is left after a minute. */
async function crowdRows() {
  return await withAgent(async ({ agent, server }) => {
    await pause(IDLE_MS);
    const idle = { bytes: server.memory(), ...server.counts() };
    const workspace = await agent.workspace(`calls.bash.${CROWD.steps}.1.${runKey()}`);
    await untilIdle(workspace, await sendAll(workspace, CROWD.sessions));
    const peak = server.peakMemory();
    await pause(IDLE_MS);
    const after = { bytes: server.memory(), ...server.counts() };
    const name = `memory of the server after ${CROWD.sessions} sessions × ${CROWD.steps} steps with commands`;
    const note = ` (before ${mebibytes(idle.bytes)}), ${after.processes} processes, ${after.descriptors} descriptors`;
    return [
      memoryRow(`${name}, at most`, peak, {}),
      memoryRow("the same, after one idle minute", after.bytes, { note, figures: { idle, after } }),
    ];
  });
}

async function longSessionRow() {
  return await withAgent(async ({ agent, server }) => {
    await pause(IDLE_MS);
    const idle = server.memory();
    const workspace = await workspaceWithNotes(agent);
    const session_id = await sessionOf(workspace, LONG.messages);
    for (let turn = 0; turn < LONG.turns; turn++) {
      await workspace.rewrite(`tokens.5.0.0.${runKey()}`);
      await workspace.run({ session_id });
    }
    await pause(IDLE_MS);
    const name = `memory above idle after ${LONG.turns} turns in a session of ${LONG.messages.toLocaleString("en")} messages`;
    return memoryRow(name, idle === null ? null : server.memory() - idle, {
      most: MOST_ABOVE_IDLE,
      figures: { idle_bytes: idle },
    });
  });
}

export async function measure() {
  return [...(await crowdRows()), await longSessionRow()];
}
