import { createConnection } from "node:net";
import type { SessionEvent } from "@workspace-agent/core";
import { serversOn } from "./main.test-support.ts";
import type { Caller } from "./running-server.test-support.ts";

/** The address of a new database on the Postgres of the tests (`tests/postgres`). */
async function newDatabase(): Promise<string> {
  let url = "";
  for await (const chunk of createConnection(process.env["TEST_POSTGRES"] ?? "")) url += String(chunk);
  return url;
}

/** Starts servers on one new database, whose address is `url`, and one new folder. */
export async function onPostgres() {
  const url = await newDatabase();
  return { url, ...(await serversOn({ DATABASE_URL: url, SANDBOX: "interpreter" })) };
}

export async function eventsOf(caller: Caller, session: string): Promise<SessionEvent[]> {
  const headers = { accept: "application/json" };
  const response = await caller.fetch(`${session}/events?limit=500`, { headers });
  return (await response.json()) as SessionEvent[];
}
