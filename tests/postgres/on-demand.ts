import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres, type PostgresServer } from "./postgres-server.ts";

/**
 * Whoever connects to the socket that `TEST_POSTGRES` names is told the address of a Postgres, which the first one starts. It lasts as long as
 * the tests run. Set before, `TEST_POSTGRES` is the address of a server to use.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env["TEST_POSTGRES"] !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "postgres-socket-"));
  let started: Promise<PostgresServer> | undefined;
  const listener = createServer((socket) => {
    started ??= startPostgres();
    started.then(
      ({ url }) => socket.end(url),
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
