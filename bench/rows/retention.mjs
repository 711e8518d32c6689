import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { agentOf, runKey, scriptedBy, withModel } from "../agent.mjs";
import { mebibytes, milliseconds, percentile, row, seconds, times } from "../figures.mjs";
import { ownTimesOf } from "../own-time.mjs";
import { inFolder, startServer } from "../server.mjs";
import { inDatabase } from "../sqlite.mjs";

const SESSIONS = 100_000;
const TURNS = 32;
const STEPS = 40;
const ROUNDS = 3;
const MOST = 2;
const DAY_MS = 86_400_000;
const DAYS_AGO = 60;
const LOOK_MS = 1_000;
const EACH_IMAGE = 100;
const IMAGE_BYTES = 200_000;
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** The time in ids. */
function encodeTime(time) {
  let [text, rest] = ["", time];
  for (let index = 0; index < 10; index++) {
    text = ALPHABET[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** Copies of a session with its log under ids of that time, long inactive. */
function addOldSessions(database, id) {
  const at = Date.now() - DAYS_AGO * DAY_MS;
  const old = `'ses_${encodeTime(at)}' || printf('%016d', n)`;
  const numbers =
    "with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < @count)";
  const copy = (table, columns, values) =>
    database
      .prepare(
        `${numbers} insert into ${table} (${columns}) select ${values} from ${table}, numbers where ${table === "sessions" ? "id" : "session_id"} = @id`,
      )
      .run({ id, count: SESSIONS });
  const rest =
    "placement, principal, status, next_seq, owner, epoch, lease_until, attempts, interrupt_turn_id, claimable_at";
  const lastActive = `json_set(data, '$.state.last_active_at', '${new Date(at).toISOString()}')`;
  copy(
    "sessions",
    `id, tenant, workspace_id, ${rest}, data`,
    `${old}, tenant, workspace_id, ${rest}, ${lastActive}`,
  );
  copy("events", "tenant, session_id, seq, data", `tenant, ${old}, seq, data`);
  copy("messages", "tenant, session_id, seq, turn_id, data", `tenant, ${old}, seq, turn_id, data`);
  copy("turns", "tenant, session_id, id, data", `tenant, ${old}, id, data`);
  // Some have an image.
  const image = `'default', printf('%064d', n)`;
  const some = `from numbers where n % ${EACH_IMAGE} = 0`;
  for (const insert of [
    `blobs (tenant, hash, bytes) select ${image}, randomblob(${IMAGE_BYTES}) ${some}`,
    `blob_owners (tenant, hash, owner) select ${image}, ${old} ${some}`,
  ])
    database.prepare(`${numbers} insert into ${insert}`).run({ count: SESSIONS });
}

const oldSessions = (file) =>
  inDatabase(file, (database) =>
    database
      .prepare("select count(*) from sessions where id < ?")
      .pluck()
      .get(`ses_${encodeTime(Date.now() - DAY_MS)}`),
  );

/** The own times of the steps of concurrent turns, in ms, and the sessions. */
async function stepsAtOnce({ agent, model }) {
  const turns = await Promise.all(
    Array.from({ length: TURNS }, async () => {
      const key = runKey();
      const workspace = await agent.workspace(`calls.todo_write.${STEPS}.1.${key}`);
      const id = await workspace.run();
      return { own: ownTimesOf(await model.times(key)), path: `${workspace.path}/sessions/${id}` };
    }),
  );
  return { own: turns.flatMap(({ own }) => own), paths: turns.map(({ path }) => path) };
}

async function withServer(folder, model, env, work) {
  const server = await startServer(folder, { ...scriptedBy(model), ...env });
  const agent = await agentOf(server);
  try {
    return await work({ agent, server, model });
  } finally {
    agent.close();
    await server.stop();
  }
}

/** A step of 32 turns while 100,000 sessions expire, beside the same without. */
export async function measure() {
  return await withModel((model) =>
    inFolder(async (folder) => {
      const file = join(folder, "workspace-agent.db");
      const id = await withServer(folder, model, {}, async ({ agent }) =>
        (await agent.workspace(`calls.todo_write.2.1.${runKey()}`)).run(),
      );
      inDatabase(file, (database) => addOldSessions(database, id));
      const rounds = async (world) => {
        const found = { own: [], paths: [] };
        for (let round = 0; round < ROUNDS; round++) {
          const { own, paths } = await stepsAtOnce(world);
          found.own.push(...own);
          found.paths.push(...paths);
        }
        return found;
      };
      const usual = await withServer(folder, model, {}, async (world) => {
        await stepsAtOnce(world);
        return await rounds(world);
      });
      const before = statSync(file).size;
      const during = await withServer(folder, model, { SESSION_TTL: "30d" }, async (world) => {
        const begun = performance.now();
        await stepsAtOnce(world);
        const found = await rounds(world);
        const left = oldSessions(file);
        while (oldSessions(file) > 0) await pause(LOOK_MS);
        const took = performance.now() - begun;
        // The space is returned after the last of them.
        let size = statSync(file).size;
        for (let last = Infinity; size < last; size = statSync(file).size) {
          last = size;
          await pause(5 * LOOK_MS);
        }
        for (const path of [...usual.paths, ...found.paths]) await world.agent.json("GET", path);
        return { ...found, left, took, size };
      });
      if (during.left === 0) throw new Error("The sessions expired before the steps were measured.");
      const [p99, usualP99] = [percentile(during.own, 0.99), percentile(usual.own, 0.99)];
      const ratio = p99 / usualP99;
      const figures = { p99_ms: p99, usual_p99_ms: usualP99, ratio, left: during.left, took_ms: during.took };
      return [
        row(`a step of ${TURNS} turns while ${SESSIONS.toLocaleString("en")} sessions expire (p99)`, {
          measured: `${milliseconds(p99)} (${times(ratio)} usual)`,
          bare: milliseconds(usualP99),
          budget: `≤ ${times(MOST)} usual`,
          isMet: ratio <= MOST,
          figures,
        }),
        row("the same, the database file afterwards", {
          measured: `${mebibytes(during.size)}, after ${seconds(during.took)}`,
          bare: `${mebibytes(before)} before`,
          budget: "≤ half of it",
          isMet: during.size <= before / 2,
          figures: { bytes: during.size, before_bytes: before },
        }),
      ];
    }),
  );
}
