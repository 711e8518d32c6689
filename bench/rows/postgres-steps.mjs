import { withAgent } from "../agent.mjs";
import { median, milliseconds, row, times } from "../figures.mjs";
import { stepsOf } from "../own-time.mjs";
import { withPostgres } from "../postgres.mjs";

const STEPS = 50;
const ROUNDS = 4;
const TOOLS = [
  ["bash", "own time of a step on Postgres, a command in a bare bash"],
  ["todo_write", "the same, a tool that starts no process"],
];
/** Relative to a step on SQLite in the same run. */
const MOST_RATIO = 2;

/** The best of the medians of turns, since other work only adds to it. */
async function stepRow(worlds, tool, name) {
  const rounds = worlds.map(() => []);
  for (const world of worlds) await stepsOf(world, tool, STEPS);
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, world] of worlds.entries())
      rounds[index].push(median((await stepsOf(world, tool, STEPS)).own));
  const [postgres, sqlite] = rounds.map((each) => Math.min(...each));
  return row(name, {
    measured: `${milliseconds(postgres)} (${times(postgres / sqlite)} SQLite's)`,
    bare: `${milliseconds(sqlite)} on SQLite`,
    budget: `≤ ${MOST_RATIO} × SQLite's`,
    isMet: postgres / sqlite <= MOST_RATIO,
    figures: { postgres_ms: rounds[0], sqlite_ms: rounds[1], ratio: postgres / sqlite },
  });
}

const withWorkspace = async (world) => ({
  ...world,
  workspace: await world.agent.workspace("calls.bash.1.1.begin"),
});

export async function measure() {
  return await withPostgres((url) =>
    withAgent(
      (onPostgres) =>
        withAgent(
          async (onSqlite) => {
            const worlds = [await withWorkspace(onPostgres), await withWorkspace(onSqlite)];
            const rows = [];
            for (const [tool, name] of TOOLS) rows.push(await stepRow(worlds, tool, name));
            return rows;
          },
          { unconfined: true },
        ),
      { unconfined: true, env: { DATABASE_URL: url } },
    ),
  );
}
