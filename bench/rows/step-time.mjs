import { withAgent } from "../agent.mjs";
import { median, milliseconds, row, timeRow, times } from "../figures.mjs";
import { bareSteps, cpuMeter, stepsOf } from "../own-time.mjs";

/** V8 compiles the code of a step before the measurement. */
const WARM_UP = 500;
const STEPS = 50;
const ROUNDS = 8;
/** How long a step in the sandbox may take, by the time of the same step without it. */
const MOST_BESIDE = 1.25;
const PROCESS = {
  tool: "bash",
  name: "own time of a step, a command in a bare bash",
  mostMs: 4.2,
  atBareMs: 2.6,
};
/** Of the server's CPU time for a step, by that of the bare agent. */
const MOST_CPU = 1.7;
const NO_PROCESS = { tool: "todo_write", name: "the same, a tool that starts no process", mostMs: 2 };
/** Its budget is below, beside the same step without a sandbox. */
const CONFINED = { tool: "bash", name: "the same, a command in the sandbox of this machine" };

/** The best of the medians of turns, since other work only adds to it. */
async function stepRow(world, { tool, name, mostMs, atBareMs }) {
  const workspace = await world.agent.workspace("calls.bash.1.1.begin");
  const ours = [];
  const bare = [];
  await bareSteps(world, tool, WARM_UP);
  await stepsOf({ ...world, workspace }, tool, WARM_UP);
  const cpu = { ours: cpuMeter(world.server), bare: cpuMeter(world.bareServer) };
  for (let round = 0; round < ROUNDS; round++) {
    await cpu.bare.during(async () => bare.push(median(await bareSteps(world, tool, STEPS))));
    await cpu.ours.during(async () =>
      ours.push(median((await stepsOf({ ...world, workspace }, tool, STEPS)).own)),
    );
  }
  const figures = { rounds_ms: ours, bare_rounds_ms: bare };
  const time = timeRow(name, { ms: Math.min(...ours), bareMs: Math.min(...bare), mostMs, atBareMs, figures });
  return { time, cpu: { ms: cpu.ours.ms() / (ROUNDS * STEPS), bareMs: cpu.bare.ms() / (ROUNDS * STEPS) } };
}

function cpuRow(name, { ms, bareMs }, most) {
  const ratio = ms / bareMs;
  if (Number.isNaN(ratio)) return row(name, { measured: "unknown on this system" });
  return row(name, {
    measured: `${milliseconds(ms)} (${times(ratio)} bare)`,
    bare: milliseconds(bareMs),
    ...(most !== undefined && { budget: `≤ ${times(most)} bare`, isMet: ratio <= most }),
    figures: { ms, bare_ms: bareMs, ratio },
  });
}

export async function measure() {
  const unconfined = await withAgent((world) => stepRow(world, PROCESS), { unconfined: true });
  const [idle, confined] = await withAgent(async (world) => [
    await stepRow(world, NO_PROCESS),
    await stepRow(world, CONFINED),
  ]);
  const ratio = confined.time.figures.ms / unconfined.time.figures.ms;
  const beside = row("a step in the sandbox of this machine, beside the same step without it", {
    measured: times(ratio),
    budget: `≤ ${times(MOST_BESIDE)}`,
    isMet: ratio <= MOST_BESIDE,
    figures: { ratio },
  });
  return [
    unconfined.time,
    cpuRow("CPU time of the server for that step", unconfined.cpu, MOST_CPU),
    idle.time,
    confined.time,
    beside,
    cpuRow("CPU time of the server for a step in the sandbox", confined.cpu),
  ];
}
