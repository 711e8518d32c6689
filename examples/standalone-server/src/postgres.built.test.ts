import { mkdtemp, rm } from "node:fs/promises";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Message, Session, SessionEvent } from "@workspace-agent/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Caller, startServer, stopServer, type RunningServer } from "./running-server.test-support.ts";

/** The address of a new database on the Postgres of the tests (`tests/postgres`). */
async function newDatabase(): Promise<string> {
  let url = "";
  for await (const chunk of createConnection(process.env["TEST_POSTGRES"] ?? "")) url += String(chunk);
  return url;
}

const steps = (count: number) =>
  Array.from({ length: count }, (_, index) => `\`\`\`sh\necho step ${index + 1} >> steps.txt\n\`\`\``).join(
    "\n",
  );
const stepLines = (count: number) =>
  Array.from({ length: count }, (_, index) => `step ${index + 1}\n`).join("");

interface Accepted {
  readonly session_id: string;
}

describe("the server on Postgres", () => {
  let dir: string;
  let url: string;
  const running: RunningServer[] = [];

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), "standalone-"));
    url = await newDatabase();
  });
  afterEach(async () => {
    for (const server of running.splice(0)) await stopServer(server, "SIGKILL");
    await rm(dir, { recursive: true });
  });

  async function start(env: Record<string, string> = {}): Promise<RunningServer> {
    const server = await startServer({
      DATA_DIR: dir,
      DATABASE_URL: url,
      MODEL: "rehearsal",
      SANDBOX: "interpreter",
      ...env,
    });
    running.push(server);
    return server;
  }

  /** Hands a message over; gives the path of its workspace and of its session. */
  async function hand(caller: Caller, message: string) {
    const { id } = await caller.send<{ id: string }>("POST", "/api/workspaces", { name: "test" });
    const workspace = `/api/workspaces/${id}`;
    const { session_id } = await caller.send<Accepted>("POST", `${workspace}/chat`, {
      message,
      mode: "async",
    });
    return { workspace, session: `${workspace}/sessions/${session_id}`, session_id };
  }

  async function eventsOf(caller: Caller, session: string): Promise<SessionEvent[]> {
    const headers = { accept: "application/json" };
    const response = await caller.fetch(`${session}/events?limit=500`, { headers });
    return (await response.json()) as SessionEvent[];
  }

  it("does the main job, says where it stores and never the password", async () => {
    const server = await start({ LOG_LEVEL: "debug" });
    const { host, pathname, password } = new URL(url);
    expect(server.output()).toContain(`Postgres at ${host}${pathname} (DATABASE_URL)`);
    const caller = await Caller.signIn(server);
    const { workspace, session, session_id } = await hand(caller, steps(3));
    const done = await caller.get<Session>(`${session}?wait=30`);
    expect(done).toMatchObject({ status: "idle", stop_reason: "end_turn" });
    const file = await caller.fetch(`${workspace}/agent/files?path=steps.txt`);
    expect(await file.text()).toBe(stepLines(3));
    const messages = await caller.get<Message[]>(`${workspace}/messages?session_id=${session_id}`);
    expect(messages.at(-1)?.role).toBe("assistant");
    expect((await fetch(`${server.base}/readyz`)).status).toBe(200);
    expect(await stopServer(server)).toBe(0);
    expect(server.output()).not.toContain(`:${password}@`);
  }, 60_000);

  it("goes on with a turn after kill -9, and does no step twice", async () => {
    const first = await start();
    const caller = await Caller.signIn(first);
    const { workspace, session } = await hand(caller, steps(40));
    await expect.poll(async () => (await caller.get<Session>(session)).message_count).toBeGreaterThan(4);
    await stopServer(first, "SIGKILL");
    const second = await start();
    const again = caller.at(second.base);
    // The lease of the dead instance has to run out first.
    await expect
      .poll(async () => (await again.get<Session>(`${session}?wait=30`)).status, { timeout: 80_000 })
      .toBe("idle");
    const file = await again.fetch(`${workspace}/agent/files?path=steps.txt`);
    const lines = (await file.text()).trimEnd().split("\n");
    expect(new Set(lines).size).toBe(lines.length);
    const events = await eventsOf(again, session);
    expect(events.map((event) => ("seq" in event ? event.seq : 0))).toEqual(
      events.map((_, index) => index + 1),
    );
    expect(events.filter(({ type }) => type === "turn.ended")).toHaveLength(1);
    const unknown = JSON.stringify(events).includes("outcome");
    expect(lines.length === 40 || unknown).toBe(true);
  }, 120_000);

  it("cannot start without its database, and says which one it is", async () => {
    const failed = start({ DATABASE_URL: "postgres://user:canary@127.0.0.1:1/agents" });
    const failure: unknown = await failed.catch((error: unknown) => error);
    expect(String(failure)).toContain(
      "The server cannot start: The database cannot be reached. (DATABASE_URL: Postgres at 127.0.0.1:1/agents)",
    );
    expect(String(failure)).not.toContain("canary");
    for (const wrong of ["mysql://user:canary@host/db", "postgres://user:canary@[x"]) {
      const refused: unknown = await start({ DATABASE_URL: wrong }).catch((error: unknown) => error);
      expect(String(refused)).toContain("DATABASE_URL: must be an address");
      expect(String(refused)).not.toContain("canary");
    }
  }, 60_000);

  it("is one service with a second server on the same database and folder", async () => {
    const [one, two] = [await start(), await start()];
    const caller = await Caller.signIn(one);
    const other = caller.at(two.base);
    const { workspace, session } = await hand(caller, steps(5));
    const events = await eventsOf(other, session);
    expect(events[0]?.type).toBe("session.started");
    await expect.poll(async () => (await other.get<Session>(session)).status).toBe("idle");
    const file = await other.fetch(`${workspace}/agent/files?path=steps.txt`);
    expect(await file.text()).toBe(stepLines(5));
    expect([await stopServer(one), await stopServer(two)]).toEqual([0, 0]);
  }, 60_000);
});
