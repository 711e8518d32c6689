import { agentOf, runKey, scriptedBy, startUnconfined, withModel } from "../agent.mjs";
import { sendAll, untilIdle } from "../crowd.mjs";
import { perSecond, row, times } from "../figures.mjs";
import { withPostgres } from "../postgres.mjs";
import { inFolder } from "../server.mjs";

const INSTANCES = 3;
/** Few at once, so that waiting for the model and the commands, 50 ms each, dominates. */
const TURNS_AT_ONCE = 2;
const STEPS = 10;
const SESSIONS_EACH = 12;
const WORKSPACES = 12;
const ROUNDS = 2;
const LEAST_RATIO = 2;

/** The steps per second of sessions in several workspaces. */
async function rateOf(workspaces, sessions) {
  for (const workspace of workspaces) await workspace.rewrite(`calls.wait.${STEPS}.1.${runKey()}`);
  const begun = performance.now();
  const each = await Promise.all(
    workspaces.map(async (workspace) => {
      const ids = await sendAll(workspace, sessions / workspaces.length);
      await untilIdle(workspace, ids);
      return ids;
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  for (const [index, ids] of each.entries()) {
    for (const id of ids) {
      const { last_turn } = await workspaces[index].session(id);
      if (last_turn.stop_reason !== "end_turn") throw new Error(JSON.stringify(last_turn));
    }
  }
  return (sessions * STEPS) / seconds;
}

async function ratesOf(workspaces, instances) {
  await rateOf(workspaces, workspaces.length * instances);
  const rates = [];
  for (let round = 0; round < ROUNDS; round++)
    rates.push(await rateOf(workspaces, SESSIONS_EACH * instances));
  return rates;
}

export async function measure() {
  return await withPostgres((url) =>
    withModel((model) =>
      inFolder(async (folder) => {
        const env = { ...scriptedBy(model), DATABASE_URL: url, MAX_RUNNING_TURNS: String(TURNS_AT_ONCE) };
        const servers = [await startUnconfined(folder, env)];
        const agent = await agentOf(servers[0]);
        try {
          const workspaces = [];
          for (let count = 0; count < WORKSPACES; count++)
            workspaces.push(await agent.workspace("calls.wait.1.1.begin"));
          const one = await ratesOf(workspaces, 1);
          while (servers.length < INSTANCES) servers.push(await startUnconfined(folder, env));
          const three = await ratesOf(workspaces, INSTANCES);
          const ratio = Math.max(...three) / Math.max(...one);
          return [
            row(`${INSTANCES} instances of ${TURNS_AT_ONCE} turns at once that wait, steps`, {
              measured: `${perSecond(Math.max(...three))} (${times(ratio)} one)`,
              bare: `${perSecond(Math.max(...one))} with one`,
              budget: `≥ ${LEAST_RATIO} × one`,
              isMet: ratio >= LEAST_RATIO,
              figures: { one, three, ratio },
            }),
          ];
        } finally {
          agent.close();
          await Promise.all(servers.map((server) => server.stop()));
        }
      }),
    ),
  );
}
