import { memoryObjects } from "@workspace-agent/core/memory";
import type { ModelRequest } from "@workspace-agent/core/ports";
import type { Message, Rewound, Snapshot } from "@workspace-agent/core/schemas";
import type { ModelScript, ScriptedStep } from "@workspace-agent/core/testing";
import { describe, expect, test } from "vitest";
import { nextPage, testApi, type Answered, type AnyBody, type TestApi } from "../test-api.test-support.ts";

/** Writes the message into a file, and ends. */
function script({ messages }: ModelRequest): ScriptedStep {
  const last = messages.at(-1);
  if (last?.role !== "user") return { text: "Done." };
  const [part] = last.parts;
  const content = part?.type === "text" ? part.text : "";
  return { toolCalls: [{ name: "write", arguments: { path: "notes.md", content } }] };
}

/** A session of two turns, of which each wrote the file. */
async function twoTurns(api: TestApi) {
  const { id } = await api.createWorkspace();
  const path = `/api/workspaces/${id}`;
  const { session_id } = (await api.chat(id, { message: "one" })).as();
  const { turn_id } = (await api.chat(id, { message: "two", session_id })).as();
  const notes = `${path}/agent/files?path=notes.md`;
  return {
    id,
    path,
    session_id,
    turn_id,
    rewind: async (json: object) => await api.call("POST", `${path}/sessions/${session_id}/rewind`, { json }),
    read: async () => (await api.call("GET", notes)).text,
    put: async (body: string) => await api.call("PUT", notes, { body }),
    messages: async (query = "") =>
      await api.call("GET", `${path}/messages?session_id=${session_id}${query}`),
  };
}

const countOf = (answer: Answered) => answer.as<readonly Message[]>().length;

describe("a rewind", () => {
  test("to a turn shows what it would change, returns session and files to before it, and is undone", async () => {
    await using api = await testApi({ script, service: { objects: memoryObjects() } });
    const { turn_id: to_turn, rewind, read, messages } = await twoTurns(api);
    const all = countOf(await messages());
    const dry = await rewind({ to_turn, dry_run: true });
    expect(dry).toMatchObject({
      status: 200,
      json: { restored: ["notes.md"], removed: [], conflicts: [], safety_snapshot_id: null },
    });
    expect([await read(), countOf(await messages())]).toEqual(["two", all]);

    const done = (await rewind({ to_turn })).as<Rewound>();
    expect(done).toMatchObject({ restored: ["notes.md"], counts: { restored: 1, removed: 0, conflicts: 0 } });
    expect([await read(), countOf(await messages())]).toEqual(["one", all / 2]);
    expect(countOf(await messages("&include=rewound"))).toBe(all);
    const page = await messages(`&include=rewound&limit=${all - 1}`);
    expect(countOf(await api.call("GET", nextPage(page) ?? ""))).toBe(1);
    expect((await messages("&include=all")).json).toMatchObject({ code: "invalid_request" });

    expect((await rewind({ to_snapshot: done.safety_snapshot_id })).status).toBe(200);
    expect([await read(), countOf(await messages())]).toEqual(["two", all]);
  });

  test("names the files that others have changed, and changes them when it is forced", async () => {
    await using api = await testApi({ script, service: { objects: memoryObjects() } });
    const { turn_id: to_turn, rewind, read, put } = await twoTurns(api);
    await put("mine");
    expect((await rewind({ to_turn })).json).toMatchObject({
      status: 409,
      code: "rewind_conflict",
      conflicts: ["notes.md"],
    });
    expect(await read()).toBe("mine");
    expect((await rewind({ to_turn, dry_run: true })).json).toMatchObject({ conflicts: ["notes.md"] });
    expect((await rewind({ to_turn, force: true })).json).toMatchObject({ conflicts: ["notes.md"] });
    expect(await read()).toBe("one");
  });

  test("needs an idle session, one target that there is, and a host with objects", async () => {
    const waits: ModelScript = (request) =>
      JSON.stringify(request.messages.at(-1)).includes("wait")
        ? new Promise<never>(() => undefined)
        : script(request);
    await using api = await testApi({ script: waits, service: { objects: memoryObjects() } });
    const { id, session_id, turn_id, rewind } = await twoTurns(api);
    for (const json of [{}, { to_turn: turn_id, to_snapshot: "snp_none" }])
      expect((await rewind(json)).json).toMatchObject({ code: "invalid_request" });
    for (const json of [{ to_turn: "turn_none" }, { to_snapshot: "snp_none" }])
      expect((await rewind(json)).json).toMatchObject({ code: "not_found" });
    await api.chat(id, { message: "wait", mode: "async", session_id });
    expect((await rewind({ to_turn: turn_id })).json).toMatchObject({ code: "session_busy" });

    await using without = await testApi({ script, service: { objects: null } });
    const plain = await twoTurns(without);
    const refused = await plain.rewind({ to_turn: plain.turn_id });
    expect(refused.json).toMatchObject({ code: "not_allowed" });
  });
});

describe("a fork of a workspace", () => {
  test("has the files and the chosen sessions, and is made once for a key", async () => {
    await using api = await testApi({ script, service: { objects: memoryObjects() } });
    const { path, session_id, put } = await twoTurns(api);
    const asked = { json: { name: "copy", sessions: [session_id] }, headers: { "idempotency-key": "fork" } };
    const made = await api.call("POST", `${path}/fork`, asked);
    expect(made).toMatchObject({ status: 201, json: { name: "copy" } });
    const again = await api.call("POST", `${path}/fork`, asked);
    expect([again.json, again.headers.get("idempotent-replayed")]).toEqual([made.json, "true"]);
    const location = made.headers.get("location") ?? "";
    expect(location).toBe(`/api/workspaces/${made.as().id}`);
    await put("changed in the first");
    expect((await api.call("GET", `${location}/agent/files?path=notes.md`)).text).toBe("two");
    const sessions = (await api.call("GET", `${location}/sessions`)).as<readonly AnyBody[]>();
    expect(sessions).toHaveLength(1);
    const { id } = sessions[0] ?? { id: "" };
    expect(countOf(await api.call("GET", `${location}/messages?session_id=${id}`))).toBe(8);
    const taken = await api.call("POST", `${path}/fork`, { json: { name: "copy" } });
    expect(taken.json).toMatchObject({ code: "name_taken" });
  });

  test("of a snapshot has the files of then, and no session unless it is asked for", async () => {
    await using api = await testApi({ script, service: { objects: memoryObjects() } });
    const { path, put } = await twoTurns(api);
    const { id: snapshot_id } = (await api.call("POST", `${path}/snapshots`)).as<Snapshot>();
    await put("later");
    const json = { name: "then", snapshot_id };
    const { id } = (await api.call("POST", `${path}/fork`, { json })).as();
    expect((await api.call("GET", `/api/workspaces/${id}/agent/files?path=notes.md`)).text).toBe("two");
    expect((await api.call("GET", `/api/workspaces/${id}/sessions`)).json).toEqual([]);
    const unknown = { name: "none", snapshot_id: "snp_none" };
    expect((await api.call("POST", `${path}/fork`, { json: unknown })).json).toMatchObject({
      code: "not_found",
    });
  });
});
