import { createHash } from "node:crypto";
import { ExportLineSchema, type ExportLine, type Session } from "@workspace-agent/core/schemas";
import { testStore, type ModelScript } from "@workspace-agent/core/testing";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { testApi, type TestApi } from "../test-api.test-support.ts";

const GIF = "GIF89a, and what an image is made of";
const image = { data: btoa(GIF), media_type: "image/gif" };
const HASH = createHash("sha256").update(GIF).digest("hex");

/** The agent has a subagent help it; the subagent says what it found. */
const script: ModelScript = ({ system, messages }) => {
  if (system.includes("You are a subagent")) return { text: "Found it." };
  const task = { name: "task", arguments: { description: "Look", prompt: "Look for it" } };
  return messages.length === 1 ? { text: "I ask.", toolCalls: [task] } : { text: "Done." };
};

async function ran(api: TestApi) {
  const { id } = await api.createWorkspace();
  const { session_id } = (await api.chat(id, { message: "What is it?", images: [image, image] })).as();
  await api.chat(id, { message: "Again?", images: [image], session_id });
  const session = `/api/workspaces/${id}/sessions/${session_id}`;
  return { id, session_id, session };
}

const linesOf = (text: string): readonly ExportLine[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => v.parse(ExportLineSchema, JSON.parse(line)));

const eventsOf = async (api: TestApi, session: string) =>
  (await api.call("GET", `${session}/events?limit=500`, { headers: { accept: "application/json" } })).as<
    readonly object[]
  >();

describe("an exported session", () => {
  test("has the session, its events, each image once, the sessions of subagents, and an end with the counts", async () => {
    await using api = await testApi({ script });
    const { id, session, session_id } = await ran(api);
    const { status, headers, text } = await api.call("GET", `${session}/export`);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/x-ndjson");
    expect(headers.get("content-disposition")).toBe(`attachment; filename="${session_id}.ndjson"`);

    const lines = linesOf(text);
    const sessions = lines.flatMap((line) => (line.type === "session" ? [line.session] : []));
    const events = lines.flatMap((line) => (line.type === "event" ? [line.event] : []));
    expect(sessions.map(({ parent }) => parent?.session_id ?? null)).toEqual([null, session_id]);
    const expected: object[] = [];
    for (const exported of sessions) {
      const path = `/api/workspaces/${id}/sessions/${exported.id}`;
      expect((await api.call("GET", path)).as<Session>()).toEqual(exported);
      expected.push(...(await eventsOf(api, path)));
    }
    expect(events).toEqual(expected);
    expect(lines.filter(({ type }) => type === "image")).toEqual([
      { type: "image", blob: HASH, media_type: "image/gif", data: image.data },
    ]);
    const at = lines.findIndex(({ type }) => type === "image");
    expect(JSON.stringify(lines[at - 1])).toContain(HASH);
    expect(lines[0]?.type).toBe("session");
    expect(lines.at(-1)).toEqual({ type: "end", sessions: 2, events: events.length, images: 1 });
  });

  test("breaks off without an end when the session is deleted meanwhile", async () => {
    const store = testStore();
    await using api = await testApi({ script, service: { store } });
    const { id, session, session_id } = await ran(api);
    const response = await api.fetch("GET", `${session}/export`);
    const reader = (response.body ?? new ReadableStream()).getReader();
    const first = new TextDecoder().decode((await reader.read()).value);
    expect(linesOf(first).map(({ type }) => type)).toEqual(["session"]);
    await store.sessions.delete("default", session_id);
    await expect(
      (async () => {
        while (!(await reader.read()).done);
      })(),
    ).rejects.toThrow();
    expect((await api.call("GET", `/api/workspaces/${id}/sessions/${session_id}/export`)).status).toBe(404);
  });

  test("is for those who may read its workspace", async () => {
    await using api = await testApi({ script });
    const { session } = await ran(api);
    const { id: other } = await api.createWorkspace("other");
    const bound = await api.createToken({ workspace_ids: [other] });
    expect((await api.call("GET", `${session}/export`, { token: bound })).status).toBe(404);
    const chatter = await api.createToken({ scopes: ["chat"] });
    expect((await api.call("GET", `${session}/export`, { token: chatter })).status).toBe(403);
  });
});
