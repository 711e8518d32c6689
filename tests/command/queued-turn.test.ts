import { expect, test } from "vitest";
import { testApi } from "../../packages/http/src/test-api.test-support.ts";
import { runInProcess } from "./run-in-process.test-support.ts";

test("a queued turn is changed and withdrawn, and one that has ended is refused", async () => {
  await using api = await testApi({ script: () => ({ text: "never", stall: true }) });
  const { id } = await api.createWorkspace();
  const { session_id } = (await api.chat(id, { mode: "async" })).as();
  const { turn_id } = (await api.chat(id, { mode: "async", session_id })).as();
  const sessions = async (...args: readonly string[]) =>
    await runInProcess(["sessions", ...args, "-w", "test", "--json"], { api });

  const changed = await sessions("change", session_id, turn_id, "Something else.");
  expect(changed.code).toBe(0);
  expect(JSON.parse(changed.out)).toMatchObject({ id: turn_id, status: "queued" });
  const log = (await api.call("GET", `/api/workspaces/${id}/sessions/${session_id}/events?follow=false`))
    .text;
  expect(log).toContain("Something else.");

  const withdrawn = await sessions("withdraw", session_id, turn_id);
  expect(withdrawn.code).toBe(0);
  expect(JSON.parse(withdrawn.out)).toEqual({ withdrawn: turn_id });
  const refused = await sessions("withdraw", session_id, turn_id);
  expect(refused.code).toBe(1);
  expect(refused.notes).toContain("Only queued turns can be changed.");
});
