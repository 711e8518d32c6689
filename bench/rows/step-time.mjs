import { withAgent } from "../agent.mjs";
import { median, timeRow } from "../figures.mjs";
import { bareSteps, stepsOf } from "../own-time.mjs";

const STEPS = 60;
const ROUNDS = 4;
const KINDS = [
  { tool: "bash", name: "own time of a step, a command in bash", mostMs: 5 },
  { tool: "todo_write", name: "the same, a tool that starts no process", mostMs: 2 },
];

/** The median of a turn; of the turns the best, for what else the machine does only adds to it. */
export async function measure() {
  return await withAgent(async (world) => {
    const workspace = await world.agent.workspace("calls.bash.1.1.begin");
    const rows = [];
    for (const { tool, name, mostMs } of KINDS) {
      const ours = [];
      const bare = [];
      await stepsOf({ ...world, workspace }, tool, STEPS);
      for (let round = 0; round < ROUNDS; round++) {
        bare.push(median(await bareSteps(world, tool, STEPS)));
        ours.push(median((await stepsOf({ ...world, workspace }, tool, STEPS)).own));
      }
      const figures = { rounds_ms: ours, bare_rounds_ms: bare };
      rows.push(timeRow(name, { ms: Math.min(...ours), bareMs: Math.min(...bare), mostMs, figures }));
    }
    return rows;
  });
}
