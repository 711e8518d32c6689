import { withAgent } from "../agent.mjs";
import { median, milliseconds, row, times } from "../figures.mjs";
import { bareSteps, stepsOf } from "../own-time.mjs";

const TOOL = "todo_write";
const MOST_RATIO = 1.2;
const STEPS = 1_000;
const AROUND = 10;
const LATER_STEPS = 30;
const ROUNDS = 3;

/** The median around a step, which is counted from 1. */
const around = (own, step) => median(own.slice(Math.max(0, step - 1 - AROUND), step - 1 + AROUND));

/** A bare agent grows too, since it sends its history; the budget ignores that. */
function growthRow(name, { late, early, bareLate, bareEarly, figures = {} }) {
  const ratio = late / early;
  const bareRatio = bareLate / bareEarly;
  return row(name, {
    measured: `${milliseconds(late)} to ${milliseconds(early)} (${times(ratio)}, ${times(ratio / bareRatio)} bare's)`,
    bare: times(bareRatio),
    budget: `≤ ${times(MOST_RATIO)}`,
    isMet: ratio <= MOST_RATIO,
    figures: { ratio, late, early, bare_late: bareLate, bare_early: bareEarly, ...figures },
  });
}

/** The time of a step in further turns of a session, the best of some turns. */
async function laterSteps(world, session_id) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push(median((await stepsOf(world, TOOL, LATER_STEPS, { session_id })).own));
  return Math.min(...rounds);
}

export async function measure() {
  return await withAgent(async (bare) => {
    const workspace = await bare.agent.workspace(`calls.${TOOL}.1.1.begin`);
    const world = { ...bare, workspace };
    await stepsOf(world, TOOL, 50);
    const few = await stepsOf(world, TOOL, 4);
    const inFew = await laterSteps(world, few.session_id);
    const many = await stepsOf(world, TOOL, 500);
    const inMany = await laterSteps(world, many.session_id);
    const long = await stepsOf(world, TOOL, STEPS + AROUND);
    const bareLong = await bareSteps(world, TOOL, STEPS + AROUND);
    const bareEarly = around(bareLong, 10);
    return [
      growthRow("step 1,000 of a turn, against step 10", {
        late: around(long.own, STEPS),
        early: around(long.own, 10),
        bareLate: around(bareLong, STEPS),
        bareEarly,
      }),
      growthRow("a step in a session of 1,000 messages, against 10", {
        late: inMany,
        early: inFew,
        bareLate: around(bareLong, STEPS / 2),
        bareEarly,
      }),
    ];
  });
}
