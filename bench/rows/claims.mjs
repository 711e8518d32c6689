import { Pool } from "pg";
import { built } from "../code.mjs";
import { median, milliseconds, row, timeBudget } from "../figures.mjs";
import { withPostgres } from "../postgres.mjs";

const QUEUED = 10_000;
const WORKSPACES = 500;
const AT_ONCE = 8;
/** The share of claims that count as the end. */
const END = 0.1;
const MOST_MS = 20;
const ROUNDS = 2;

/** Half of them in one workspace, and a few in each of many others. */
const FILL = `
  insert into workspace_agent.workspaces
      (id, tenant, name, search_name, status, labels, config, config_version, placement, created_at, updated_at)
    select 'ws_' || lpad(n::text, 6, '0'), 't', 'name ' || n, 'name ' || n, 'ready', '{}', '{}', 1, 'place', n, n
    from generate_series(0, ${WORKSPACES - 1}) n;
  insert into workspace_agent.sessions
      (id, tenant, workspace_id, placement, status, next_seq, epoch, lease_until, attempts, claimable_at, data)
    select 'ses_' || lpad(n::text, 6, '0'), 't', 'ws_' || lpad((case when n % 2 = 0 then 7 else n % ${WORKSPACES} end)::text, 6, '0'),
      'place', 'queued', 5, 0, 0, 0, n, '{"name":null,"parent":null,"state":{"status":"queued","pending_requests":[],"queued_turns":[]}}'
    from generate_series(0, ${QUEUED - 1}) n`;
/** What a claimed session's row becomes when its turn has ended. */
const END_TURNS = `update workspace_agent.sessions set status = 'idle', owner = null, lease_until = 0, claimable_at = null
  where owner is not null`;

/** Claims by an instance with a few slots, until nothing is left; returns the times of each claim's queries. */
async function claimAll(store, taken, work) {
  const claims = [];
  let after;
  for (let left = QUEUED; left > 0;) {
    taken.length = 0;
    const claimed = await store.sessions.claim({
      owner: "inst_bench",
      leaseMs: 60_000,
      limit: AT_ONCE,
      placements: ["place"],
      ...(after !== undefined && { after }),
    });
    if (claimed.length === 0) throw new Error(`${left} sessions are not claimed.`);
    claims.push([...taken]);
    after = claimed.at(-1).workspace_id;
    left -= claimed.length;
    await work.query(END_TURNS);
  }
  return claims;
}

/** A pool that records how long each query takes, in ms. Commits, which wait for the disk, are flagged. */
function notingPool(connectionString, taken) {
  const pool = new Pool({ connectionString });
  pool.on("connect", (client) => {
    const query = client.query.bind(client);
    client.query = async (...given) => {
      const begun = performance.now();
      const answer = await query(...given);
      taken.push({
        ms: performance.now() - begun,
        isCommit: given[0] === "commit" || given[0].text === "commit",
      });
      return answer;
    };
  });
  return pool;
}

const timesOf = (claims, isCommit) =>
  claims.flat().flatMap((each) => (each.isCommit === isCommit ? [each.ms] : []));

async function round() {
  const { postgresStore } = await built("store-postgres");
  return await withPostgres(async (url) => {
    const taken = [];
    const pool = notingPool(url, taken);
    const work = new Pool({ connectionString: url, max: 1 });
    const store = postgresStore({ pool, listen: false });
    try {
      await store.start();
      await work.query(FILL);
      await work.query("analyze");
      const claims = await claimAll(store, taken, work);
      const share = Math.ceil(claims.length * END);
      return {
        queries: timesOf(claims, false).length,
        slowest_ms: Math.max(...timesOf(claims.slice(-share), false)),
        end_ms: median(timesOf(claims.slice(-share), false)),
        begin_ms: median(timesOf(claims.slice(0, share), false)),
        commit_ms: median(timesOf(claims, true)),
      };
    } finally {
      await store.close();
      await pool.end();
      await work.end();
    }
  });
}

export async function measure() {
  const rounds = [];
  for (let count = 0; count < ROUNDS; count++) rounds.push(await round());
  // Other work of the machine only adds to it.
  const best = rounds.toSorted((a, b) => a.slowest_ms - b.slowest_ms)[0];
  return [
    row(`claiming ${QUEUED.toLocaleString("en")} queued turns, the slowest query at the end`, {
      measured: `${milliseconds(best.slowest_ms)} (p50 ${milliseconds(best.end_ms)})`,
      bare: `p50 ${milliseconds(best.begin_ms)} at the begin`,
      ...timeBudget({ ms: best.slowest_ms, mostMs: MOST_MS }),
      figures: { rounds },
    }),
  ];
}
