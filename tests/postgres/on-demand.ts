import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { startPostgres, type PostgresServer } from "./postgres-server.ts";

/** Makes an empty database and gives its address. */
async function newDatabase(server: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

/**
 * Whoever connects to the socket that `TEST_POSTGRES` names is told the address of a new database. The first one starts the server, which lasts as
 * long as the tests run; `TEST_POSTGRES_URL` names one to use instead, as its superuser.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env["TEST_POSTGRES"] !== undefined) return undefined;
  const given = process.env["TEST_POSTGRES_URL"];
  const folder = mkdtempSync(join(tmpdir(), "postgres-socket-"));
  const start = async (): Promise<PostgresServer> =>
    given === undefined ? startPostgres() : { url: given, restart: async () => {}, stop: async () => {} };
  let started: Promise<PostgresServer> | undefined;
  const listener = createServer((socket) => {
    // A test that has ended meanwhile.
    socket.on("error", () => socket.destroy());
    started ??= start();
    started
      .then(({ url }) => newDatabase(url))
      .then(
        (url) => socket.end(url),
        (error: unknown) => {
          console.error(error);
          socket.destroy();
        },
      );
  }).listen(join(folder, "socket"));
  await once(listener, "listening");
  process.env["TEST_POSTGRES"] = join(folder, "socket");
  return async () => {
    listener.close();
    await (await started)?.stop();
    await rm(folder, { recursive: true });
    delete process.env["TEST_POSTGRES"];
  };
}
