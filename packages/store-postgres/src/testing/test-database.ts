import { createConnection } from "node:net";
import { Client } from "pg";

async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export interface TestDatabase {
  readonly url: string;
  execute(statement: string): Promise<void>;
  remove(): Promise<void>;
}

/** A database of its own, empty, on the Postgres that the tests of a run share (`tests/postgres`). */
export async function testDatabase(): Promise<TestDatabase> {
  const { TEST_POSTGRES: socket } = process.env;
  if (socket === undefined) throw new Error("TEST_POSTGRES does not say who has a Postgres for the tests.");
  let url = "";
  for await (const chunk of createConnection(socket)) url += String(chunk);
  if (url === "") throw new Error("There is no Postgres for the tests.");
  const server = Object.assign(new URL(url), { pathname: "/postgres" }).href;
  return {
    url,
    execute: (statement) => execute(url, statement),
    remove: () => execute(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`),
  };
}
