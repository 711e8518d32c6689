import { join } from "node:path";
import { DomainError, type Logger, type Store } from "@workspace-agent/core";
import type { Settings } from "./settings.ts";

export interface ChosenStore {
  readonly store: Store;
  /** For the banner: which, where and why, and never a password. */
  readonly description: string;
}

/** Where a database is, without the user and the password. */
function placeOf(connectionString: string): string {
  const { host, pathname } = new URL(connectionString);
  return `${host}${pathname}`;
}

/** The same store, whose start says which database it could not use. */
function named(store: Store, place: string): Store {
  return {
    ...store,
    async start() {
      try {
        await store.start();
      } catch (error) {
        if (!DomainError.isInstance(error)) throw error;
        throw new DomainError(error.code, `${error.detail} (DATABASE_URL: Postgres at ${place})`, {
          cause: error,
        });
      }
    },
  };
}

/** Only the store that is used is loaded. */
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
  const place = placeOf(DATABASE_URL);
  const store = postgresStore({ connectionString: DATABASE_URL, logger });
  return { store: named(store, place), description: `Postgres at ${place} (DATABASE_URL)` };
}
