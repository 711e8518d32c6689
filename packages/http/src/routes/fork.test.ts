import type { Message, Session } from "@workspace-agent/core";
import { describe, expect, test } from "vitest";
import { testApi, type TestApi } from "../test-api.test-support.ts";

async function ran(api: TestApi) {
  const { id } = await api.createWorkspace();
  const chat = await api.call("POST", `/api/workspaces/${id}/chat`, {
    json: { message: "Go", mode: "sync" },
  });
  const session = chat.as().session_id;
  return { id, session, path: `/api/workspaces/${id}/sessions/${session}` };
}

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

  test("ends at a message of the session, and at no other", async () => {
    await using api = await testApi();
    const { id, session, path } = await ran(api);
    const messages = (await api.call("GET", `/api/workspaces/${id}/messages?session_id=${session}`)).as<
      Message[]
    >();
    const fork = async (at_message: unknown) =>
      await api.call("POST", `${path}/fork`, { json: { at_message } });
    expect((await fork(messages[0]?.id)).as<Session>().message_count).toBe(0);
    expect((await fork(messages[1]?.id)).as<Session>().message_count).toBe(2);
    const unknown = await fork("msg_none");
    expect(unknown.json).toMatchObject({
      status: 400,
      code: "invalid_request",
      errors: [{ pointer: "#/at_message" }],
    });
    expect((await fork(5)).json).toMatchObject({ errors: [{ pointer: "#/at_message" }] });
  });

  test("is made once for a key, also by two requests at once", async () => {
    await using api = await testApi();
    const { id, path } = await ran(api);
    const headers = { "idempotency-key": "k" };
    const fork = async (json: object = {}) => await api.call("POST", `${path}/fork`, { headers, json });
    const both = await Promise.all([fork(), fork()]);
    const [made, ...others] = both.filter(
      ({ status, headers: sent }) => status === 201 && sent.get("idempotent-replayed") === null,
    );
    expect(others).toEqual([]);
    // The other one is refused while the first is made, or gets its answer where it comes after that.
    const other = both.find((answer) => answer !== made);
    if (other?.status === 201) expect(other.json).toEqual(made?.json);
    else expect(other?.json).toMatchObject({ status: 409, code: "idempotency_in_progress" });
    await api.call("DELETE", path);
    await api.call("DELETE", `/api/workspaces/${id}/sessions/${made?.as().id ?? ""}`);
    const replayed = await fork();
    expect([replayed.status, replayed.json]).toEqual([201, made?.json]);
    expect(replayed.headers.get("idempotent-replayed")).toBe("true");
    expect(replayed.headers.get("location")).toBe(made?.headers.get("location"));
    expect((await fork({ at_message: "msg_1" })).json).toMatchObject({
      status: 422,
      code: "idempotency_key_reused",
    });
    expect((await api.call("GET", `/api/workspaces/${id}/sessions`)).json).toEqual([]);
  });
});

describe("a session", () => {
  test.each([
    [{}, "#/name"],
    [{ name: "" }, "#/name"],
    [{ name: "x".repeat(129) }, "#/name"],
    [{ name: "a\nb" }, "#/name"],
    [{ name: "a", status: "idle" }, "#/status"],
  ])("is not renamed by %j", async (json, pointer) => {
    await using api = await testApi();
    const { path } = await ran(api);
    const refused = await api.call("PATCH", path, { json });
    expect(refused.json).toMatchObject({ status: 400, errors: [{ pointer }] });
  });

  test("is renamed, and has its name taken away", async () => {
    await using api = await testApi();
    const { path } = await ran(api);
    expect((await api.call("PATCH", path, { json: { name: "Mine" } })).json).toMatchObject({ name: "Mine" });
    expect((await api.call("GET", path)).as().name).toBe("Mine");
    expect((await api.call("PATCH", path, { json: { name: null } })).json).toMatchObject({ name: null });
  });

  test("is interrupted by a request without fields, and by no other", async () => {
    await using api = await testApi();
    const { path } = await ran(api);
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
