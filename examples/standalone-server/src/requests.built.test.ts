import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AcceptedTurn, ResolvedRequest, Session, SessionEvent, Turn } from "@workspace-agent/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Caller, startServer, stopServer, type RunningServer } from "./running-server.test-support.ts";

let dir: string;
const running: RunningServer[] = [];

async function start(): Promise<RunningServer> {
  const server = await startServer({ DATA_DIR: dir, MODEL: "rehearsal", SANDBOX: "interpreter" });
  running.push(server);
  return server;
}

/** A session that waits until a person allows `echo hello > made.txt`, on a server that was killed and started again. */
async function killedWhileWaiting() {
  const first = await start();
  const caller = await Caller.signIn(first);
  const workspace = await caller.send<{ id: string }>("POST", "/api/workspaces", {
    name: "test",
    config: { permissions: { bash: "ask" } },
  });
  const base = `/api/workspaces/${workspace.id}`;
  const accepted = await caller.send<AcceptedTurn>("POST", `${base}/chat`, {
    mode: "async",
    message: "```sh\necho hello > made.txt\n```",
  });
  const path = `${base}/sessions/${accepted.session_id}`;
  const before = await caller.get<Session>(`${path}?wait=30`);
  expect(before).toMatchObject({ status: "waiting", chat_status: "human" });
  await stopServer(first, "SIGKILL");
  const again = caller.at((await start()).base);
  const session = await again.get<Session>(`${path}?wait=30`);
  expect(session).toEqual(before);
  const request = session.pending_requests[0];
  if (request === undefined) throw new Error("Nothing is asked.");
  const made = () => again.fetch(`${base}/agent/files?path=made.txt`);
  expect((await made()).status).toBe(404);
  return { caller: again, path, request, turn: `${path}/turns/${accepted.turn_id}`, made };
}

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "requests-"));
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => stopServer(server, "SIGKILL")));
  await rm(dir, { recursive: true, force: true });
});

describe("a turn of the standalone server that waits while the server is killed", () => {
  it("runs what was allowed after the restart, once", async () => {
    const { caller, path, request, turn, made } = await killedWhileWaiting();
    const answered = await caller.send<ResolvedRequest>("POST", `${path}/requests/${request.id}`, {
      decision: "allow",
    });
    expect(answered).toMatchObject({ id: request.id, outcome: "allow" });
    expect(await caller.get<Turn>(`${turn}?wait=30`)).toMatchObject({
      status: "completed",
      stop_reason: "end_turn",
      stats: { steps: 2, tool_calls: 1 },
    });
    expect(await (await made()).text()).toBe("hello\n");
    const response = await caller.fetch(`${path}/events?limit=500`, {
      headers: { accept: "application/json" },
    });
    const events = (await response.json()) as SessionEvent[];
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    const types = events.map(({ type }) => type);
    expect(types.slice(types.indexOf("request.opened"), types.indexOf("item.started") + 1)).toEqual([
      "request.opened",
      "request.resolved",
      "item.started",
    ]);
  });

  it("can be denied or interrupted after the restart, and the next turn works", async () => {
    const { caller, path, request, turn, made } = await killedWhileWaiting();
    await caller.send("POST", `${path}/interrupt`, {});
    expect(await caller.get<Turn>(turn)).toMatchObject({ status: "interrupted" });
    const late = await caller.fetch(`${path}/requests/${request.id}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ decision: "allow" }),
    });
    expect(late.status).toBe(409);
    expect((await made()).status).toBe(404);
    const next = await caller.send<AcceptedTurn>("POST", `${path.split("/sessions/")[0]}/chat`, {
      mode: "async",
      session_id: path.split("/").at(-1),
      message: "```sh\necho again\n```",
    });
    const waiting = await caller.get<Session>(`${path}?wait=30`);
    await caller.send("POST", `${path}/requests/${waiting.pending_requests[0]?.id}`, {
      decision: "deny",
      note: "Not now.",
    });
    expect(await caller.get<Turn>(`${path}/turns/${next.turn_id}?wait=30`)).toMatchObject({
      status: "completed",
      stats: { tool_calls: 0 },
    });
  });
});
