import { startPostgres } from "../tests/postgres/postgres-server.ts";

/** Runs with a new Postgres whose commits survive a crash of the machine, like those of SQLite. */
export async function withPostgres(work) {
  const server = await startPostgres("machine");
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}
