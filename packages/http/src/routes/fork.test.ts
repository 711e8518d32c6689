import { describe, expect, test } from "vitest";
import { testApi } from "../test-api.test-support.ts";

describe("a fork", () => {
  test("is made with and without a body, has an address and goes on by itself", async () => {
    await using api = await testApi({ handler: { prefix: "/x" } });
    const { id } = await api.createWorkspace();
    const chat = await api.call("POST", `/x/api/workspaces/${id}/chat`, {
      json: { message: "Go", mode: "sync" },
    });
    const path = `/x/api/workspaces/${id}/sessions/${chat.as().session_id}`;
    const made = await api.call("POST", `${path}/fork`);
    expect(made.status).toBe(201);
    const location = made.headers.get("location") ?? "";
    expect(location).toBe(`/x/api/workspaces/${id}/sessions/${made.as().id}`);
    expect((await api.call("GET", location)).json).toEqual(made.json);
    const again = await api.call("POST", `${path}/fork`, { json: {} });
    expect(again.status).toBe(201);
    expect(again.as().id).not.toBe(made.as().id);
    const next = await api.call("POST", `/x/api/workspaces/${id}/chat`, {
      json: { message: "On", mode: "sync", session_id: made.as().id },
    });
    expect(next.as().status).toBe("completed");
    expect((await api.call("GET", path)).as().message_count).toBe(2);
    expect((await api.call("GET", location)).as().message_count).toBe(4);
  });
});

describe("a session", () => {
  test("is interrupted by a request without fields, and by no other", async () => {
    await using api = await testApi();
    const { id } = await api.createWorkspace();
    const path = `/api/workspaces/${id}/sessions/${(await api.chat(id)).as().session_id}`;
    expect((await api.call("POST", `${path}/interrupt`, { json: {} })).json).toEqual({ interrupted: false });
    const refused = await api.call("POST", `${path}/interrupt`, { json: { force: true } });
    expect(refused.json).toMatchObject({ status: 400, errors: [{ pointer: "#/force" }] });
    const text = await api.call("POST", `${path}/interrupt`, {
      body: "now",
      headers: { "content-type": "text/plain" },
    });
    expect(text.json).toMatchObject({ status: 415, code: "unsupported_media_type" });
  });
});
