import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach } from "vitest";
import type { Store } from "../../packages/core/src/index.ts";
import { testDatabase, type TestDatabase } from "../../packages/store-postgres/src/testing/test-database.ts";

/** What migrations write there is no test's. */
const KEPT = ["workspace_agent_migrations", "workspace_agent_migration_lock", "write_checks"];

interface Taken {
  readonly schema: string;
  readonly opened: Store[];
}

export interface PostgresSchemas {
  /** One without rows, until the test that runs has ended. */
  take(): Taken;
  url(): Promise<string>;
}

function emptied(schema: string): string {
  const kept = KEPT.map((name) => `'${name}'`).join();
  return `set session_replication_role = replica; do $$ declare t text; begin
    for t in select tablename from pg_tables where schemaname = '${schema}' and tablename not in (${kept})
    loop execute format('delete from %I.%I', '${schema}', t); end loop; end $$`;
}

/** Schemas in a database of this file of tests: to make the tables anew takes longer than most tests, so one is used after another has left it. */
export function postgresSchemas(): PostgresSchemas {
  const free: string[] = [];
  const ofFile: Taken[] = [];
  let taken = ofFile;
  let database: Promise<TestDatabase> | undefined;
  const theDatabase = () => (database ??= testDatabase());
  const close = (all: readonly Taken[]) =>
    Promise.allSettled(all.flatMap(({ opened }) => opened.map((store) => store.close())));

  beforeEach(() => {
    taken = [];
  });
  afterEach(async () => {
    const left = taken;
    taken = ofFile;
    await close(left);
    for (const { schema, opened } of left) {
      if (opened.length > 0) await (await theDatabase()).execute(emptied(schema));
      free.push(schema);
    }
  });
  afterAll(async () => {
    await close(ofFile);
    await (await database)?.remove();
  });
  return {
    take() {
      const one = { schema: free.pop() ?? `s_${randomUUID()}`, opened: [] };
      taken.push(one);
      return one;
    },
    url: async () => (await theDatabase()).url,
  };
}
