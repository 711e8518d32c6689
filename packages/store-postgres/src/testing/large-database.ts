/** As many events as it takes for the database to plan as it does for the most. */
export const MANY = 50_000;
export const MOST = 1_000_000;

/**
 * Statements that fill the tables of a schema with so many events, 20,000 sessions, half of them queued, and with as much beside them as goes with
 * that. Everything is of the tenant `t`; ids end in their number.
 */
export function fillTables(schema: string, events: number): string {
  /** The last number where there are so many beside the most events. */
  const last = (most: number) => Math.max(10_000, (most * events) / MOST) - 1;
  const zeros = (column: string) => `lpad((${column})::text, 7, '0')`;
  const workspace = zeros("(n % 2000)");
  return `
    set search_path = ${schema};
    set session_replication_role = replica;
    insert into workspaces select 'ws_' || ${zeros("n")}, 't', 'name ' || n, 'name ' || n, 'ready', case when n % 100 = 0 then 'a' end,
      '{"k":"v' || n || '"}', '{"skills":[]}', 1, 'place', n, n from generate_series(0, 1999) n;
    insert into sessions select 'ses_' || ${zeros("n")}, 't', 'ws_' || ${workspace}, 'place', case when n % 2 = 0 then 'queued' else 'idle' end,
      51, null, 0, 0, 0, null, case when n % 2 = 0 then n end,
      '{"name":null,"parent":null,"state":{"status":"idle","pending_requests":[],"queued_turns":[]}}' from generate_series(0, 19999) n;
    insert into events select 't', 'ses_' || ${zeros("n / 50")}, n % 50 + 1, '{}' from generate_series(0, ${last(1_000_000)}) n;
    insert into messages select 't', 'ses_' || ${zeros("n / 10")}, n % 10 + 1, 'turn_' || ${zeros("n / 5")}, '{}' from generate_series(0, ${last(200_000)}) n;
    insert into turns select 't', 'ses_' || ${zeros("n / 2")}, 'turn_' || ${zeros("n")}, '{}' from generate_series(0, 39999) n;
    insert into steering select 't', 'ses_' || ${zeros("n")}, 0, '{}' from generate_series(0, 9999) n;
    insert into session_usage select 't', 'ws_' || ${workspace}, 'ses_' || ${zeros("n")}, '2026-01-01', 'm', 1, 1, 1, 1, 1, 1, 1, 1, 1
      from generate_series(0, 19999) n;
    insert into service_tokens select 'tok_' || ${zeros("n")}, 't', 'hash ' || n, null, '{}' from generate_series(0, 9999) n;
    insert into browser_sessions select 'hash ' || n, 't', 'u', n from generate_series(0, 9999) n;
    insert into sign_in_codes select 'hash ' || n, n from generate_series(0, 9999) n;
    insert into idempotency_records select 't', 'key ' || n, 'f', '{}', n from generate_series(0, ${last(100_000)}) n;
    insert into counters select 't', 'key ' || n, 1, n from generate_series(0, 9999) n;
    insert into containers select 'place', 'ws_' || ${zeros("n")}, 1, '' from generate_series(0, 1999) n;
    insert into library_items select 't', 'prompt', 'prm_' || ${zeros("n")}, 'name ' || n, 1, n, n, 'name ' || n, '{}' from generate_series(0, ${last(50_000)}) n;
    insert into library_versions select 't', 'prm_' || ${zeros("n")}, 1, n, '{}' from generate_series(0, ${last(50_000)}) n;
    insert into blobs select 't', 'hash ' || n, 'x' from generate_series(0, 9999) n;
    insert into blob_owners select 't', 'prm_' || ${zeros("n")}, 'hash ' || n from generate_series(0, 9999) n;
    insert into staged_loads select 't', 'load ' || n, n from generate_series(0, 9) n;
    insert into staged_lines select 't', 'load ' || n % 10, n, '{}' from generate_series(0, ${last(100_000)}) n;
    insert into webhooks select 't', 'whk_' || ${zeros("n")}, 1, '{}' from generate_series(0, 199) n;
    insert into webhook_deliveries select 't', 'whk_' || ${zeros("n % 200")}, 'whd_' || ${zeros("n")}, 1, case when n % 10 = 0 then n end, n, '{}' from generate_series(0, ${last(100_000)}) n;
    insert into schedules select 'sch_' || ${zeros("n")}, 't', 'ws_' || ${zeros("n % 2000")}, null, case when n % 10 = 0 then n end, '{}' from generate_series(0, 9999) n;
    insert into schedule_runs select 'run_' || ${zeros("n")}, 't', 'sch_' || ${zeros("n % 10000")}, n, 0, case when n % 1000 = 0 then 1 else 0 end, 'turn_' || ${zeros("n")}, '{}'
      from generate_series(0, ${last(100_000)}) n;
    insert into batches select 't', 'bat_' || ${zeros("n")}, 'ws_' || ${workspace}, 'user ' || n % 500, case when n % 100 = 0 then 1 else 0 end,
      case when n % 10 = 0 then n end, '{}', '{}', case when n % 10 = 0 then 'snp_' || ${zeros("n")} end from generate_series(0, 9999) n;
    insert into batch_items select 't', case when n % 2 = 0 then 'bat_0000007' else 'bat_' || ${zeros("n % 10000")} end, n, '"key ' || n || '"',
      case n / 2 % 10 when 8 then 'running' when 9 then 'queued' end, 'turn_' || ${zeros("n")},
      case when n / 2 % 10 < 8 then n + 1 end, '{}', '{}' from generate_series(0, ${last(100_000)}) n;
    insert into snapshots select 't', 'ws_' || ${workspace}, 'snp_' || ${zeros("n")}, case when n % 4 > 0 then 'ses_' || ${zeros("n % 20000")} end, null, '{}', '[]'
      from generate_series(0, ${last(100_000)}) n;
    insert into working_copies select 't', 'ws_' || ${zeros("n")}, 1, case when n % 10 = 7 then 'inst_' || n end, 'place', 'copy', 'root', n, null, '[]', 0, '[]'
      from generate_series(0, 1999) n;
    insert into session_trees select 't', 'ws_' || ${workspace}, 'ses_' || ${zeros("n")}, n, n, '{}', '[]', '[]' from generate_series(0, 19999) n;
    insert into audit_entries select 't', n, case when n % 100 = 0 then 'sign_out' else 'token.used' end, '{}' from generate_series(1, ${last(100_000)}) n;
    insert into feed_sessions select 'ses_' || ${zeros("n")}, 1 from generate_series(0, 20009) n;
    insert into feed_entries select n, 't', 'ws_' || ${workspace}, 'ses_' || ${zeros("n % 20010")}, n, n from generate_series(0, ${last(100_000)}) n;
    insert into audit_heads select 't' || n, 1, 'hash' from generate_series(0, 9999) n;
    analyze;`;
}
