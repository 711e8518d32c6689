import { join } from "node:path";
import { DomainError, type CompleteStore, type Logger } from "@workspace-agent/core";
import type { Settings } from "./settings.ts";

export interface ChosenStore {
  readonly store: CompleteStore;
  /** For the startup message; contains no password. */
  readonly description: string;
}

/** The location of a database, without user and password. */
function locationOf(connectionString: string): string {
  const { host, pathname } = new URL(connectionString);
  return `${host}${pathname}`;
}

/** The store with an error message that names the database. */
function named(store: CompleteStore, location: string): CompleteStore {
  return {
    ...store,
    async start() {
      try {
        await store.start();
      } catch (error) {
        if (!DomainError.isInstance(error)) throw error;
        throw new DomainError(error.code, `${error.detail} (DATABASE_URL: Postgres at ${location})`, {
          cause: error,
        });
      }
    },
  };
}

/** Only loads the store that is used. */
export async function chooseStore(
  { DATABASE_URL, DATA_DIR }: Settings,
  logger: Logger,
): Promise<ChosenStore> {
  if (DATABASE_URL === undefined) {
    const { sqliteStore } = await import("@workspace-agent/store-sqlite");
    const file = join(DATA_DIR, "workspace-agent.db");
    return {
      store: sqliteStore({ file, logger }),
      description: `SQLite in ${file} (DATABASE_URL is not set)`,
    };
  }
  const { postgresStore } = await import("@workspace-agent/store-postgres");
  const location = locationOf(DATABASE_URL);
  const store = postgresStore({ connectionString: DATABASE_URL, logger });
  return { store: named(store, location), description: `Postgres at ${location} (DATABASE_URL)` };
}
