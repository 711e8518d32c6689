import type { Session } from "@workspace-agent/core";
import { describe, expect, test } from "vitest";
import { testApi, type TestApi } from "../test-api.test-support.ts";
import { until } from "../until.test-support.ts";

/** A session whose first turn does not end by itself, and a second turn behind it, with an attachment. */
async function queued(api: TestApi) {
  const { id } = await api.createWorkspace();
  const { session_id, turn_id } = (await api.chat(id, { mode: "async" })).as();
  const path = `/api/workspaces/${id}/sessions/${session_id}`;
  await until(async () => (await api.call("GET", path)).as<Session>().status === "running");
  const file = `/api/workspaces/${id}/agent/files?path=notes.txt`;
  expect((await api.call("PUT", file, { body: "the notes" })).status).toBe(201);
  const attachments = [{ path: "notes.txt" }];
  const next = (await api.chat(id, { mode: "async", session_id, attachments })).as();
  return { path, running: `${path}/turns/${turn_id}`, waiting: `${path}/turns/${next.turn_id}` };
}

describe("a queued turn", () => {
  test("is changed, and keeps its attachments", async () => {
    await using api = await testApi({ script: () => ({ text: "never", stall: true }) });
    const { path, waiting } = await queued(api);
    const changed = await api.call("PATCH", waiting, { json: { message: "Something else." } });
    expect(changed.status).toBe(200);
    expect(changed.json).toEqual((await api.call("GET", waiting)).json);
    const log = (await api.call("GET", `${path}/events?follow=false`)).text;
    const last = [...log.matchAll(/^data: (.*"item\.completed".*)$/gm)].at(-1)?.[1] ?? "";
    expect(JSON.parse(last)).toMatchObject({
      type: "item.completed",
      changed_by: { kind: "token", name: "test" },
      item: {
        content: [
          { type: "text", text: "Something else." },
          { type: "attachment", path: "notes.txt" },
        ],
      },
    });
  });

  test("is withdrawn with 204, and only once", async () => {
    await using api = await testApi({ script: () => ({ text: "never", stall: true }) });
    const { waiting } = await queued(api);
    expect((await api.call("DELETE", waiting)).status).toBe(204);
    expect((await api.call("GET", waiting)).json).toMatchObject({
      status: "interrupted",
      stop_reason: "interrupted",
      started_at: null,
    });
    expect((await api.call("DELETE", waiting)).json).toMatchObject({ status: 409, code: "session_busy" });
  });

  test("is the only one that is changed or withdrawn", async () => {
    await using api = await testApi({ script: () => ({ text: "never", stall: true }) });
    const { path, running } = await queued(api);
    for (const [address, status, code] of [
      [running, 409, "session_busy"],
      [`${path}/turns/turn_none`, 404, "not_found"],
    ] as const) {
      const change = await api.call("PATCH", address, { json: { message: "late" } });
      expect(change.json).toMatchObject({ status, code });
      expect((await api.call("DELETE", address)).json).toMatchObject({ status, code });
    }
    for (const json of [{}, { message: "" }, { message: "x", limits: {} }])
      expect((await api.call("PATCH", running, { json })).json).toMatchObject({
        status: 400,
        code: "invalid_request",
      });
  });
});
