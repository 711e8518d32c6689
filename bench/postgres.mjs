import { startPostgres } from "../tests/postgres/postgres-server.ts";

/** Runs with a fresh Postgres whose commits outlive a crash of the machine, as those of SQLite do. */
export async function withPostgres(work) {
  const server = await startPostgres("machine");
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}
