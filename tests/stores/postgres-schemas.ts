import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach } from "vitest";
import type { Store } from "../../packages/core/src/index.ts";
import {
  migratedDatabase,
  MIGRATED_SCHEMA,
  type TestDatabase,
} from "../../packages/store-postgres/src/testing/test-database.ts";

interface Taken {
  readonly schema: string;
  readonly opened: Store[];
}

export interface PostgresSchemas {
  /** A schema without rows, until the current test has ended. */
  take(): Taken;
  url(): Promise<string>;
}

/** Schemas in a database of this test file, reused by its tests: creating the tables takes longer than most tests. */
export function postgresSchemas(): PostgresSchemas {
  const free: string[] = [MIGRATED_SCHEMA];
  const ofFile: Taken[] = [];
  let taken = ofFile;
  let database: Promise<TestDatabase> | undefined;
  const theDatabase = () => (database ??= migratedDatabase());
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
      if (opened.length > 0) await (await theDatabase()).empty(schema);
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
