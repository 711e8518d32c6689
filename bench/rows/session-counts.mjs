import { join } from "node:path";
import { built } from "../code.mjs";
import { besideBare, timed } from "../beside-bare.mjs";
import { client } from "../client.mjs";
import { median } from "../figures.mjs";
import { growthRow } from "../growth.mjs";
import { inFolder, signIn, startServer } from "../server.mjs";
import { inDatabase } from "../sqlite.mjs";

const SIZES = [10, 1_000, 100_000];
const REQUESTS = 50;
const CLAIMS = 5;

/** Copies a session under new ids into the same workspace. */
function copySession(database, id, count) {
  const columns = database
    .prepare("select name from pragma_table_info('sessions') where name <> 'id'")
    .pluck();
  const names = columns.all().join(", ");
  const copies = `
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < @count - 1)
    insert into sessions (id, ${names})
      select substr(id, 1, length(id) - 8) || printf('%08d', n), ${names} from sessions, numbers where id = @id`;
  database.prepare(copies).run({ id, count });
}

const QUEUED = `
  update sessions set status = 'queued', claimable_at = rowid, owner = null, data = json_set(data, '$.state.status', 'queued')`;

async function withSessions(folder, work) {
  const server = await startServer(folder);
  const { authorization } = await signIn(server);
  const asked = client(server.base, { authorization });
  try {
    return await work(asked);
  } finally {
    asked.close();
    await server.stop();
  }
}

async function oneSession(asked) {
  const { id } = JSON.parse(await asked.ask("POST", "/api/workspaces", { name: "sessions" }));
  const path = `/api/workspaces/${id}`;
  const turn = await asked.ask("POST", `${path}/chat`, { mode: "sync", message: "Say hello." });
  return { path, id: JSON.parse(turn).session_id };
}

/** The median of claims of one session from many that wait, in ms. */
async function claims(file) {
  const { sqliteStore } = await built("store-sqlite");
  const placement = inDatabase(file, (database) => {
    database.exec(QUEUED);
    return database.prepare("select placement from sessions").pluck().get();
  });
  const store = sqliteStore({ file });
  await store.start();
  try {
    const times = [];
    for (let number = 0; number < CLAIMS; number++) {
      const options = { owner: "bench", leaseMs: 60_000, limit: 1, placements: [placement] };
      let claimed = [];
      times.push(await timed(async () => (claimed = await store.sessions.claim(options))));
      if (claimed.length !== 1) throw new Error(`${claimed.length} sessions were claimed.`);
    }
    return median(times);
  } finally {
    await store.close();
  }
}

async function among(size) {
  return await inFolder(async (folder) => {
    const file = join(folder, "workspace-agent.db");
    const { path, id } = await withSessions(folder, oneSession);
    inDatabase(file, (database) => copySession(database, id, size));
    const read = await withSessions(folder, async (asked) => {
      // A write before each read, since the store caches reads.
      const before = () => asked.ask("PATCH", path, { labels: {} });
      return {
        list: await besideBare(() => asked.ask("GET", `${path}/sessions?limit=20`), REQUESTS, { before }),
        workspaces: await besideBare(() => asked.ask("GET", "/api/workspaces?limit=20"), REQUESTS, {
          before,
        }),
      };
    });
    return { ...read, claim: { ms: await claims(file) } };
  });
}

export async function measure() {
  const found = { list: [], workspaces: [], claim: [] };
  for (const size of SIZES) {
    const { list, workspaces, claim } = await among(size);
    found.list.push({ size, ...list });
    found.workspaces.push({ size, ...workspaces });
    found.claim.push({ size, ...claim });
  }
  return [
    growthRow("the first 20 sessions of a workspace", found.list, "sessions"),
    growthRow("the list of workspaces, with the counts of their sessions", found.workspaces, "sessions"),
    growthRow("a claim of one that waits", found.claim, "sessions"),
  ];
}
