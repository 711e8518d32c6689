import { setTimeout as pause } from "node:timers/promises";
import { runKey, withAgent } from "../agent.mjs";
import { milliseconds, percentile, row, timeBudget } from "../figures.mjs";
import { healthBeside } from "../health-times.mjs";
import { sessionOf, workspaceWithNotes } from "../long-sessions.mjs";

const MESSAGES = 20_000;
const TURNS = 5;
const READS = 25;
const MOST_MS = 30;
const ALONE_MS = 2_000;

function resultOf(name, taken, alone) {
  const p99 = percentile(taken, 0.99);
  return row(name, {
    measured: milliseconds(p99),
    bare: milliseconds(alone),
    ...timeBudget({ ms: p99, mostMs: MOST_MS }),
    figures: { p99_ms: p99, alone_ms: alone, most_ms: Math.max(...taken), answers: taken.length },
  });
}

/** The effect of a very long session on others: of a turn in it, and of a reader of all messages. */
export async function measure() {
  return await withAgent(async ({ agent, server }) => {
    const alone = percentile(await healthBeside(server, () => pause(ALONE_MS)), 0.99);
    const workspace = await workspaceWithNotes(agent);
    const session_id = await sessionOf(workspace, MESSAGES);
    const repeat = (times, work) => async () => {
      for (let time = 0; time < times; time++) await work();
    };
    // With the default compaction.
    const config = { model: `openai-compatible/tokens.5.0.0.${runKey()}` };
    await agent.json("PUT", `${workspace.path}/config`, config);
    const turns = await healthBeside(
      server,
      repeat(TURNS, () => workspace.run({ session_id })),
    );
    const read = () => agent.ask("GET", `${workspace.path}/messages?session_id=${session_id}`);
    const reads = await healthBeside(server, repeat(READS, read));
    const of = `of ${MESSAGES.toLocaleString("en")} messages`;
    return [
      resultOf(`/healthz beside turns in a session ${of} (p99)`, turns, alone),
      resultOf(`/healthz beside readers of a transcript ${of} (p99)`, reads, alone),
    ];
  });
}
