import { expect, onTestFinished, test, vi } from "vitest";
import { testApi, type TestApi } from "../../packages/http/src/test-api.test-support.ts";
import { until } from "../../packages/http/src/until.test-support.ts";
import { runInProcess } from "./run-in-process.test-support.ts";

/** Shorter than the client's limit for silent connections. */
const TIMEOUT = ["--timeout", "30s"];
const TIMEOUT_MS = 30_000;

/** A workspace `test` with a turn that does not end by itself. */
async function busy(api: TestApi) {
  const { id } = await api.createWorkspace();
  const { session_id, turn_id } = (await api.chat(id, { mode: "async" })).as();
  const statusOf = async (turn: string) =>
    (await api.call("GET", `/api/workspaces/${id}/sessions/${session_id}/turns/${turn}`)).as().status;
  await until(async () => (await statusOf(turn_id)) === "running");
  return { session_id, turn_id, statusOf };
}

/** Runs the command; its time is up once `isBegun` holds of its notes. */
async function runOutOfTime(api: TestApi, args: readonly string[], isBegun: (notes: string) => boolean) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const ran = await runInProcess(["run", "Say so.", "-w", "test", ...TIMEOUT, ...args], {
    api,
    async meanwhile(notes) {
      await until(() => isBegun(notes()));
      vi.advanceTimersByTime(TIMEOUT_MS);
    },
  });
  vi.useRealTimers();
  return ran;
}

test("the end of its time interrupts a turn, and the exit code says so", async () => {
  let isRunning = false;
  await using api = await testApi({
    script: () => {
      isRunning = true;
      return { text: "never", stall: true };
    },
  });
  await api.createWorkspace();
  const { code, notes } = await runOutOfTime(api, [], (noted) => isRunning && noted.includes("· turn turn_"));
  expect(notes).toMatch(/timed out; interrupting/);
  expect(notes).toMatch(/^interrupted ·/m);
  expect(code).toBe(124);
});

test("the end of its time withdraws a turn that is queued behind another, which goes on", async () => {
  await using api = await testApi({ script: () => ({ text: "never", stall: true }) });
  const { session_id, turn_id, statusOf } = await busy(api);
  const args = ["-s", session_id, "--json"];
  const { code, out } = await runOutOfTime(api, args, (noted) => noted.includes("· turn turn_"));
  expect(code).toBe(124);
  const left = JSON.parse(out) as { readonly turn_id: string };
  expect(left).toMatchObject({
    session_id,
    status: "interrupted",
    stop_reason: "interrupted",
    exit_code: 124,
  });
  expect([await statusOf(turn_id), await statusOf(left.turn_id)]).toEqual(["running", "interrupted"]);
});
