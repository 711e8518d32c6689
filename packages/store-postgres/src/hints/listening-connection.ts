import { Client } from "pg";
import { APPLICATION_NAME, type PostgresClient, type PostgresPool } from "../postgres-pool.ts";
import type { ListeningConnection } from "./hint-listener.ts";

type Source = Pick<PostgresClient, "query" | "on" | "removeAllListeners" | "removeListener">;

async function listenOn(
  client: Source,
  channel: string,
  onPayload: (payload: string) => void,
  end: () => void,
): Promise<ListeningConnection> {
  const { promise: broken, resolve } = Promise.withResolvers<undefined>();
  const onBroken = () => {
    resolve(undefined);
  };
  client.on("error", onBroken);
  client.on("end", onBroken);
  client.on("notification", ({ payload = "" }) => {
    onPayload(payload);
  });
  const close = () => {
    client.removeAllListeners("notification");
    end();
  };
  try {
    await client.query(`listen "${channel}"`);
  } catch (error) {
    close();
    throw error;
  }
  return {
    broken,
    ping: async () => {
      await client.query("select 1");
    },
    close,
  };
}

/** On a connection that is made for it. */
export async function listenDirectly(
  settings: { readonly connectionString: string; readonly connectTimeoutMs: number },
  channel: string,
  onPayload: (payload: string) => void,
): Promise<ListeningConnection> {
  const client = new Client({
    connectionString: settings.connectionString,
    connectionTimeoutMillis: settings.connectTimeoutMs,
    keepAlive: true,
    application_name: APPLICATION_NAME,
  });
  const ignore = () => {};
  client.on("error", ignore);
  const end = () => {
    void client.end().catch(ignore);
  };
  try {
    await client.connect();
  } catch (error) {
    end();
    throw error;
  }
  return listenOn(client, channel, onPayload, end);
}

/** On a connection of a host's pool, which is kept as long as it is good, and closed then. */
export async function listenInPool(
  pool: PostgresPool,
  channel: string,
  onPayload: (payload: string) => void,
): Promise<ListeningConnection> {
  const client = await pool.connect();
  let isReleased = false;
  return listenOn(client, channel, onPayload, () => {
    if (!isReleased) client.release(true);
    isReleased = true;
  });
}
