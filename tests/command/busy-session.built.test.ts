import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  Caller,
  startServer,
  stopServer,
  type RunningServer,
} from "../../examples/standalone-server/src/running-server.test-support.ts";
import { until } from "../hosts/caller.ts";
import { startCommand } from "./run-command.test-support.ts";

interface Accepted {
  readonly workspace_id: string;
  readonly session_id: string;
  readonly turn_id: string;
}

let dir: string;
let server: RunningServer;
let caller: Caller;
let env: Record<string, string>;
/** What somebody else's turn is at. */
let other: Accepted;

const start = (args: readonly string[]) => startCommand(args, { env, cwd: dir });
const sessionPath = () => `/api/workspaces/${other.workspace_id}/sessions/${other.session_id}`;
async function statusOf(turnId: string, wait = 0): Promise<unknown> {
  const response = await caller.fetch(`${sessionPath()}/turns/${turnId}?wait=${wait}`);
  return ((await response.json()) as { status: unknown }).status;
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "busy-session-"));
  server = await startServer({ DATA_DIR: join(dir, "data"), MODEL: "rehearsal", SANDBOX: "interpreter" });
  caller = await Caller.signIn(server);
  env = { HOME: dir, WORKSPACE_AGENT_URL: server.base, WORKSPACE_AGENT_TOKEN: caller.token };
  await start(["workspaces", "create", "busy"]).ended;
  const task = "Please:\n```sh\nsleep 300\n```";
  const { out } = await start(["run", task, "-w", "busy", "--detach", "--json"]).ended;
  other = JSON.parse(out) as Accepted;
  await until(async () => (await statusOf(other.turn_id)) === "running", "the turn runs");
});
afterAll(async () => {
  await stopServer(server);
  await rm(dir, { recursive: true, force: true });
});

test("a signal leaves a turn queued behind another, and that one running", async () => {
  const running = start(["run", "Say so.", "-w", "busy", "-s", other.session_id, "--json"]);
  await running.noted("· turn turn_");
  running.process.kill("SIGINT");
  const { code, out, notes } = await running.ended;
  expect(code).toBe(130);
  const left = JSON.parse(out) as Accepted;
  expect(left).toMatchObject({ session_id: other.session_id, status: "queued", stop_reason: null });
  expect(notes).toContain(`stays queued behind another and runs after it: session ${other.session_id}`);
  expect(await statusOf(other.turn_id)).toBe("running");
  expect(await statusOf(left.turn_id)).toBe("queued");
  await caller.fetch(`${sessionPath()}/interrupt`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  expect(await statusOf(left.turn_id, 30)).toBe("completed");
});
