import type { Session, Turn } from "@workspace-agent/core";
import { describe, expect, test } from "vitest";
import { testApi } from "../test-api.test-support.ts";

describe("metadata", () => {
  test("is sent with a message or a change, returned, and filters lists", async () => {
    await using api = await testApi();
    const { id } = await api.createWorkspace();
    const { session_id, turn_id } = (await api.chat(id, { metadata: { "a:b": "1", run: "x:y" } })).as();
    await api.chat(id, { metadata: { run: "2" } });
    const path = `/api/workspaces/${id}/sessions/${session_id}`;
    expect((await api.call("GET", `${path}/turns/${turn_id}`)).json).toMatchObject({
      metadata: { "a:b": "1", run: "x:y" },
      by: { kind: "token" },
    });
    const turns = await api.call("GET", `${path}/turns?metadata=run:x%3Ay`);
    expect(turns.as<Turn[]>().map((turn) => turn.id)).toEqual([turn_id]);
    expect((await api.call("GET", `${path}/turns?metadata=run:2`)).json).toEqual([]);
    const changed = await api.call("PATCH", path, { json: { metadata: { customer: "c 1" } } });
    expect(changed.json).toMatchObject({ name: null, metadata: { customer: "c 1" } });
    const sessions = await api.call("GET", `/api/workspaces/${id}/sessions?metadata=customer:c+1`);
    expect(sessions.as<Session[]>().map((session) => session.id)).toEqual([session_id]);
  });

  test("is refused beyond its limits, with the pointer of what is wrong", async () => {
    await using api = await testApi();
    const { id } = await api.createWorkspace();
    const many = Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`k${index}`, ""]));
    for (const metadata of [
      many,
      { ["k".repeat(65)]: "" },
      { k: "v".repeat(513) },
      { "": "" },
      { k: 1 },
      [],
    ]) {
      const answer = await api.chat(id, { metadata });
      expect(answer.status).toBe(400);
      expect(answer.as().errors[0]?.pointer).toMatch(/^#\/metadata/);
    }
    expect((await api.call("GET", `/api/workspaces/${id}/sessions?metadata=run`)).status).toBe(400);
    expect((await api.call("GET", `/api/workspaces/${id}/sessions`)).json).toEqual([]);
  });
});
