import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { setup as buildChanged } from "../build-changed.ts";
import { startPostgres, type PostgresServer } from "./postgres-server.ts";

async function execute(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Creates a database, empty or as a copy of another, and returns its address. */
async function newDatabase(server: string, template?: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await execute(server, `create database ${name}${template === undefined ? "" : ` template ${template}`}`);
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

/** Creates a database with the tables of a store, and returns its name. */
async function newTemplate(server: string): Promise<string> {
  // Outside of tests, imports lead to built packages.
  await buildChanged();
  const { postgresStore } = await import("../../packages/store-postgres/src/index.ts");
  const connectionString = await newDatabase(server);
  const store = postgresStore({ connectionString, listen: false, poolSize: 1 });
  await store.start();
  await store.close();
  return new URL(connectionString).pathname.slice(1);
}

/**
 * The socket that `TEST_POSTGRES` names answers a connection with the address of a new empty database; the socket `migrated` beside it,
 * with that of one with the tables of a store. The first connection starts the server, which ends with the tests. `TEST_POSTGRES_URL` names
 * another server to use, as its superuser.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env["TEST_POSTGRES"] !== undefined) return undefined;
  const given = process.env["TEST_POSTGRES_URL"];
  const folder = mkdtempSync(join(tmpdir(), "postgres-socket-"));
  const start = async (): Promise<PostgresServer> =>
    given === undefined ? startPostgres() : { url: given, restart: async () => {}, stop: async () => {} };
  let started: Promise<PostgresServer> | undefined;
  let template: Promise<string> | undefined;
  const theServer = () => (started ??= start());
  const empty = async () => newDatabase((await theServer()).url);
  const migrated = async () => {
    const { url } = await theServer();
    return newDatabase(url, await (template ??= newTemplate(url)));
  };
  const listen = async (name: string, make: () => Promise<string>) => {
    const listener = createServer((socket) => {
      // The test has ended meanwhile.
      socket.on("error", () => socket.destroy());
      make().then(
        (url) => socket.end(url),
        (error: unknown) => {
          console.error(error);
          socket.destroy();
        },
      );
    }).listen(join(folder, name));
    await once(listener, "listening");
    return listener;
  };
  const listeners = [await listen("socket", empty), await listen("migrated", migrated)];
  process.env["TEST_POSTGRES"] = join(folder, "socket");
  return async () => {
    for (const listener of listeners) listener.close();
    const server = await started;
    const made = await template?.catch(() => undefined);
    if (given !== undefined && made !== undefined) await execute(given, `drop database ${made}`);
    await server?.stop();
    await rm(folder, { recursive: true });
    delete process.env["TEST_POSTGRES"];
  };
}
