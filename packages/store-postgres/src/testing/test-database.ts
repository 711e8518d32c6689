import { randomUUID } from "node:crypto";
import { createConnection } from "node:net";
import { Client } from "pg";

/** The address of the Postgres that the tests of a run share; the first to ask starts it (`tests/postgres`). */
async function serverUrl(): Promise<string> {
  const { TEST_POSTGRES: given } = process.env;
  if (given === undefined) throw new Error("TEST_POSTGRES says neither a server nor who starts one.");
  if (given.includes("://")) return given;
  let url = "";
  for await (const chunk of createConnection(given)) url += String(chunk);
  if (url === "") throw new Error("The Postgres of the tests could not be started.");
  return url;
}

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

/** A database of its own, empty. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = await serverUrl();
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await execute(server, `create database ${name}`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  return {
    url,
    execute: (statement) => execute(url, statement),
    remove: () => execute(server, `drop database ${name} with (force)`),
  };
}
