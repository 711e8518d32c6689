import { SCOPES, type Principal } from "@workspace-agent/core";
import { SessionEventSchema } from "@workspace-agent/core/schemas";
import type { ModelScript } from "@workspace-agent/core/testing";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { StreamedEventSchema } from "../streams/event-schema.ts";
import { parseEvents, readUntil, type ReceivedStream } from "../sse-reader.test-support.ts";
import { nextPage, testApi, type Asked, type TestApi } from "../test-api.test-support.ts";
import { watchers } from "../watchers.test-support.ts";

const twoSteps: ModelScript = (_, index) =>
  index % 2 === 0
    ? { text: "Looking", toolCalls: [{ name: "bash", arguments: { command: "ls" } }] }
    : { text: "Seen." };

/** A session that has run a turn. */
async function ranSession(api: TestApi) {
  const { id } = await api.createWorkspace();
  const { session_id } = (await api.chat(id)).as();
  return { id, session_id, path: `/api/workspaces/${id}/sessions/${session_id}` };
}

/** Reads a stream; `synced` resolves when all earlier events have been sent. */
function readFrom(response: Response, isEnough: (stream: ReceivedStream) => boolean = () => false) {
  const synced = Promise.withResolvers<undefined>();
  const reading = readUntil(response, (stream) => {
    if (stream.events.some(({ event }) => event === "sync")) synced.resolve(undefined);
    return isEnough(stream);
  });
  return { reading, synced: synced.promise };
}

async function replay(api: TestApi, path: string, asked: Asked = {}) {
  return parseEvents((await api.call("GET", path, asked)).text);
}

/** A turn that says `Before.`, and `After.` once the test lets it go on. */
function haltingTurn() {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const script: ModelScript = async (_, index) => {
    if (index === 0) return { text: "Before.", toolCalls: [{ name: "bash", arguments: { command: "ls" } }] };
    await promise;
    return { text: "After." };
  };
  return { script, go: () => resolve(undefined) };
}

/** Reads the events of a new turn up to `After.`, or to their end. Resolves when `Before.` was read. */
async function readBefore(api: TestApi, asked: Asked = {}) {
  const { id } = await api.createWorkspace();
  const { session_id } = (await api.chat(id, { mode: "async" })).as();
  const response = await api.fetch("GET", `/api/workspaces/${id}/sessions/${session_id}/events`, asked);
  const told = Promise.withResolvers<undefined>();
  const reading = readUntil(response, ({ events }) => {
    const text = JSON.stringify(events);
    if (text.includes("Before.")) told.resolve(undefined);
    return text.includes("After.");
  });
  await told.promise;
  return { reading };
}

describe("a reader is given nothing more", () => {
  test.each(["revoked", "expired"])("once its credential is %s", async (how) => {
    const { script, go } = haltingTurn();
    await using api = await testApi({ script });
    const expires_at = new Date(api.clock.now() + 60_000).toISOString();
    const token = await api.createToken(how === "expired" ? { expires_at } : {});
    const { reading } = await readBefore(api, { token });
    if (how === "revoked") {
      const tokens = await api.call("GET", "/api/service-tokens", { cookie: api.cookie });
      const { id: tokenId } = tokens.as<readonly { id: string }[]>()[0] ?? { id: "" };
      expect(
        (await api.call("DELETE", `/api/service-tokens/${tokenId}`, { cookie: api.cookie })).status,
      ).toBe(204);
      await api.clock.advance(1_000);
    } else await api.clock.advance(61_000);
    go();
    expect(JSON.stringify(await reading)).not.toContain("After.");
  });

  test.each<Partial<Principal>>([
    { workspace_ids: ["ws_other"] },
    { scopes: ["chat"] },
    { tenant: "other" },
    { sees: "own" },
  ])("once its host leaves it %j", async (change) => {
    const { script, go } = haltingTurn();
    let person: Principal = {
      id: "ann",
      tenant: "default",
      kind: "user",
      scopes: SCOPES,
      workspace_ids: null,
    };
    await using api = await testApi({ script, handler: { authenticate: async () => person } });
    const { reading } = await readBefore(api);
    person = { ...person, ...change };
    await api.clock.advance(1_000);
    go();
    expect(JSON.stringify(await reading)).not.toContain("After.");
    expect(api.logged.filter(({ level }) => level === "error")).toEqual([]);
  });
});

describe("a session's events", () => {
  test("are replayed from the start, numbered without a gap", async () => {
    await using api = await testApi({ script: twoSteps });
    const { path } = await ranSession(api);
    const { retry, events } = await replay(api, `${path}/events?follow=false`);
    expect(retry).toBe(1000);
    const durable = events.filter((event) => event.id !== undefined);
    expect(durable.map((event) => Number(event.id))).toEqual(durable.map((_, index) => index + 1));
    for (const { data } of events) expect(v.safeParse(StreamedEventSchema, data).issues ?? []).toEqual([]);
    for (const { id: seq, event, data } of durable)
      expect(data).toMatchObject({ type: event, seq: Number(seq) });
    expect(durable[0]?.event).toBe("session.started");
    expect(durable.at(-1)?.event).toBe("turn.ended");
  });

  test("go on after the last one that the reader has", async () => {
    await using api = await testApi({ script: twoSteps });
    const { path } = await ranSession(api);
    const all = (await replay(api, `${path}/events?follow=false`)).events;
    const rest = async (query: string, lastEventId?: string) => {
      const headers: Record<string, string> =
        lastEventId === undefined ? {} : { "last-event-id": lastEventId };
      return (await replay(api, `${path}/events?follow=false${query}`, { headers })).events;
    };
    expect(await rest("&after=3")).toEqual(all.slice(3));
    expect(await rest("", "3")).toEqual(all.slice(3));
    expect(await rest("&after=1", "3")).toEqual(all.slice(3));
    expect(await rest("", "")).toEqual(all);
    expect(await rest(`&after=${all.length}`)).toEqual([]);
  });

  test("tell where the replay ends and what is live begins, deltas without an id", async () => {
    await using api = await testApi({ script: twoSteps });
    const { id, session_id, path } = await ranSession(api);
    const response = await api.fetch("GET", `${path}/events`, { headers: { accept: "text/event-stream" } });
    const { reading, synced } = readFrom(
      response,
      ({ events }) => events.filter(({ event }) => event === "turn.ended").length === 2,
    );
    await synced;
    await api.chat(id, { message: "Again", mode: "async", session_id });
    const { events } = await reading;
    const sync = events.findIndex(({ event }) => event === "sync");
    expect(events[sync]).toEqual({ event: "sync", data: { through_seq: sync, in_progress: [] } });
    expect(events.slice(0, sync).every((event, index) => event.id === String(index + 1))).toBe(true);
    const live = events.slice(sync + 1);
    expect(live.filter((event) => event.id !== undefined).map(({ id: seq }) => Number(seq))[0]).toBe(
      sync + 1,
    );
    const deltas = live.filter(({ event }) => event === "item.delta");
    expect(deltas.length).toBeGreaterThan(0);
    for (const { id: none, data } of deltas) {
      expect(none).toBeUndefined();
      expect(data).not.toHaveProperty("seq");
    }
  });

  test("beyond the end of the log, or with an id that is none, are 400", async () => {
    await using api = await testApi();
    const { path } = await ranSession(api);
    const ends = (await replay(api, `${path}/events?follow=false`)).events.length;
    for (const [query, lastEventId] of [
      [`?after=${ends + 1}`, null],
      ["", String(ends + 1)],
      ["", "9".repeat(15)],
      ["", "x"],
      ["", "-1"],
      ["", "1.5"],
      ["?after=-1", null],
      ["?follow=maybe", null],
    ] as const) {
      const headers: Record<string, string> = lastEventId === null ? {} : { "last-event-id": lastEventId };
      const { json } = await api.call("GET", `${path}/events${query}`, { headers });
      expect(json).toMatchObject({ status: 400, code: "invalid_request" });
    }
  });

  test("come as JSON in pages too, the same ones and without a mark of the present", async () => {
    await using api = await testApi({ script: twoSteps });
    const { path } = await ranSession(api);
    const streamed = (await replay(api, `${path}/events?follow=false`)).events
      .filter(({ id: seq }) => seq !== undefined)
      .map(({ data }) => data);
    const headers = { accept: "application/json" };
    const paged: unknown[] = [];
    let next: string | undefined = `${path}/events?limit=4&after=1`;
    for (let pages = 0; next !== undefined && pages < 20; pages++) {
      const page = await api.call("GET", next, { headers });
      expect([page.status, page.headers.get("content-type")]).toEqual([200, "application/json"]);
      expect(page.headers.get("vary")).toMatch(/^accept\b(?!-)/);
      paged.push(...page.as<unknown[]>());
      next = nextPage(page);
    }
    expect(paged).toEqual(streamed.slice(1));
    expect(v.parse(v.array(SessionEventSchema), paged)).toHaveLength(paged.length);
    const rest = { ...headers, "last-event-id": String(streamed.length) };
    expect((await api.call("GET", `${path}/events`, { headers: rest })).json).toEqual([]);
    const beyond = await api.call("GET", `${path}/events?after=${streamed.length + 1}`, { headers });
    expect(beyond.json).toMatchObject({ status: 400, code: "invalid_request" });
  });

  test("come in no other form, and in pages only as JSON", async () => {
    await using api = await testApi();
    const { path } = await ranSession(api);
    const { json } = await api.call("GET", `${path}/events`, { headers: { accept: "text/html" } });
    expect(json).toMatchObject({ status: 406, code: "not_acceptable" });
    const paged = await api.call("GET", `${path}/events?limit=5`);
    expect(paged.json).toMatchObject({ status: 400, code: "invalid_request" });
  });

  test("end when their session is deleted", async () => {
    await using api = await testApi();
    const { path } = await ranSession(api);
    const { reading, synced } = readFrom(await api.fetch("GET", `${path}/events`));
    await synced;
    expect((await api.call("DELETE", path)).status).toBe(204);
    await reading;
  });

  test("are answered to HEAD without a stream", async () => {
    await using api = await testApi();
    const { path } = await ranSession(api);
    const { status, headers, text } = await api.call("HEAD", `${path}/events`);
    expect([status, headers.get("content-type"), text]).toEqual([200, "text/event-stream", ""]);
    expect(await watchers(api)).toBe(0);
  });
});
