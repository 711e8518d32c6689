import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { leaseTime } from "../../packages/core/src/ports.ts";
import type { Store } from "../../packages/core/src/index.ts";
import { memoryStore } from "../../packages/core/src/memory/index.ts";
import { useTestStore } from "../../packages/core/src/testing/index.ts";
import { reopeningStore } from "./reopening-store.ts";

/** Runs before each test file, even if files share a process: selects the store of service tests by `TEST_STORE`, and removes its data at the file's end. */
const choice = process.env["TEST_STORE"] ?? "memory";
const ends: (() => Promise<unknown>)[] = [];
const opened: Store[] = [];

afterAll(async () => {
  useTestStore(memoryStore);
  await Promise.allSettled(opened.map((store) => store.close()));
  for (const end of ends) await end();
});

function keep<S extends Store>(store: S): S {
  opened.push(store);
  return store;
}

switch (choice) {
  case "memory":
    useTestStore(memoryStore);
    break;
  case "sqlite": {
    const { sqliteStore } = await import("../../packages/store-sqlite/src/index.ts");
    useTestStore((options) => {
      const folder = mkdtempSync(join(tmpdir(), "test-store-"));
      ends.push(() => rm(folder, { recursive: true, force: true }));
      const file = join(folder, "agent.db");
      return reopeningStore(async () => keep(sqliteStore({ file, ...options })), false);
    });
    break;
  }
  case "postgres": {
    const { postgresStoreOn } = await import("../../packages/store-postgres/src/postgres-store.ts");
    const { postgresSqlDialect } = await import("../../packages/store-postgres/src/postgres-sql-dialect.ts");
    const { valueAtCall } = await import("../../packages/store-sql/src/index.ts");
    const { postgresSchemas } = await import("./postgres-schemas.ts");
    const schemas = postgresSchemas();
    useTestStore(({ clock }) => {
      const { schema, opened: ofSchema } = schemas.take();
      const now = clock === undefined ? null : leaseTime(clock);
      const dialect = now === null ? postgresSqlDialect : { ...postgresSqlDialect, now: valueAtCall(now) };
      return reopeningStore(async () => {
        const store = postgresStoreOn(
          { connectionString: await schemas.url(), schema, poolSize: 4 },
          dialect,
        );
        ofSchema.push(store);
        return store;
      }, true);
    });
    break;
  }
  default:
    throw new Error(`TEST_STORE is "${choice}". Use memory, sqlite or postgres.`);
}
