import { mkdtemp, rm } from "node:fs/promises";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SessionEvent } from "@workspace-agent/core";
import { onTestFinished } from "vitest";
import { startServer, stopServer, type Caller, type RunningServer } from "./running-server.test-support.ts";

/** The address of a new database on the Postgres of the tests (`tests/postgres`). */
async function newDatabase(): Promise<string> {
  let url = "";
  for await (const chunk of createConnection(process.env["TEST_POSTGRES"] ?? "")) url += String(chunk);
  return url;
}

export const steps = (count: number) =>
  Array.from({ length: count }, (_, index) => `\`\`\`sh\necho step ${index + 1} >> steps.txt\n\`\`\``).join(
    "\n",
  );
export const stepLines = (count: number) =>
  Array.from({ length: count }, (_, index) => `step ${index + 1}\n`).join("");

interface OnPostgres {
  /** The address of the database. */
  readonly url: string;
  start(env?: Readonly<Record<string, string>>): Promise<RunningServer>;
}

/** Starts servers on one new database and folder; they and the folder go when the test has finished. */
export async function onPostgres(): Promise<OnPostgres> {
  const dir = await mkdtemp(join(tmpdir(), "standalone-"));
  const running: RunningServer[] = [];
  onTestFinished(async () => {
    await Promise.all(running.map((server) => stopServer(server, "SIGKILL")));
    await rm(dir, { recursive: true, force: true });
  });
  const url = await newDatabase();
  return {
    url,
    async start(env = {}) {
      const own = { DATA_DIR: dir, DATABASE_URL: url, MODEL: "rehearsal", SANDBOX: "interpreter" };
      const server = await startServer({ ...own, ...env });
      running.push(server);
      return server;
    },
  };
}

/** Hands a message over; gives the path of its workspace and of its session. */
export async function hand(caller: Caller, message: string) {
  const { id } = await caller.send<{ id: string }>("POST", "/api/workspaces", { name: "test" });
  const workspace = `/api/workspaces/${id}`;
  const { session_id } = await caller.send<{ session_id: string }>("POST", `${workspace}/chat`, {
    message,
    mode: "async",
  });
  return { workspace, session: `${workspace}/sessions/${session_id}`, session_id };
}

export async function eventsOf(caller: Caller, session: string): Promise<SessionEvent[]> {
  const headers = { accept: "application/json" };
  const response = await caller.fetch(`${session}/events?limit=500`, { headers });
  return (await response.json()) as SessionEvent[];
}
