import { createConnection } from "node:net";
import { dirname, join } from "node:path";
import { Client, Pool, type PoolConfig, type QueryResultRow } from "pg";

async function rowsOf<Row extends QueryResultRow>(url: string, statement: string): Promise<readonly Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function execute(url: string, statements: string): Promise<void> {
  await rowsOf(url, statements);
}

/** A pool whose connections may break: `end` does not wait for them, and the database may be removed first. */
export function testPool(config: PoolConfig): Pool {
  const pool = new Pool(config);
  pool.on("error", () => {});
  return pool;
}

/** The default of a store. */
export const MIGRATED_SCHEMA = "workspace_agent";

/** What migrations write there is no test's. */
const KEPT = ["workspace_agent_migrations", "workspace_agent_migration_lock", "write_checks", "feed_head"];

function emptied(schema: string): string {
  const kept = KEPT.map((name) => `'${name}'`).join();
  return `set session_replication_role = replica; do $$ declare t text; begin
    for t in select tablename from pg_tables where schemaname = '${schema}' and tablename not in (${kept})
    loop execute format('delete from %I.%I', '${schema}', t); end loop;
    if to_regclass('"${schema}".feed_head') is not null then
      update "${schema}".feed_head set position = 0;
    end if; end $$`;
}

export interface TestDatabase {
  readonly url: string;
  /** Removes all rows of a store that is closed: much faster than to make a database. */
  empty(schema?: string): Promise<void>;
  execute(statements: string): Promise<void>;
  /** What one statement gives. */
  rows<Row extends QueryResultRow>(statement: string): Promise<readonly Row[]>;
  remove(): Promise<void>;
}

async function databaseFrom(socket: string): Promise<TestDatabase> {
  let url = "";
  for await (const chunk of createConnection(socket)) url += String(chunk);
  if (url === "") throw new Error("There is no Postgres for the tests.");
  const server = Object.assign(new URL(url), { pathname: "/postgres" }).href;
  return {
    url,
    empty: (schema = MIGRATED_SCHEMA) => execute(url, emptied(schema)),
    execute: (statements) => execute(url, statements),
    rows: (statement) => rowsOf(url, statement),
    remove: () => execute(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`),
  };
}

function socketOfTests(): string {
  const { TEST_POSTGRES: socket } = process.env;
  if (socket === undefined) throw new Error("TEST_POSTGRES does not say who has a Postgres for the tests.");
  return socket;
}

/** A database of its own, empty, on the Postgres that the tests of a run share (`tests/postgres`). */
export async function testDatabase(): Promise<TestDatabase> {
  return databaseFrom(socketOfTests());
}

/** The same with the tables of a store in `MIGRATED_SCHEMA`: a copy, made in less time than migrations take. */
export async function migratedDatabase(): Promise<TestDatabase> {
  return databaseFrom(join(dirname(socketOfTests()), "migrated"));
}
