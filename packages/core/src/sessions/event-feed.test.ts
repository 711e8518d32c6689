import { describe, expect, it, onTestFinished } from "vitest";
import type { SessionEvent } from "../domain/sessions/event.ts";
import { memoryCluster, memoryVolumes } from "../memory/index.ts";
import { silentLogger } from "../ports/logger.ts";
import { admin, bash, startedService, testHost, until } from "../test-host.test-support.ts";
import { scriptedModels, scriptedSandboxes, testStore, type ScriptedStep } from "../testing/index.ts";
import type { EventsApi, EventsQuery, FeedEvent } from "./events-api.ts";
import { withMembers } from "../ports/checks/shape.ts";

const script = () => ({ text: "done" });

/** Reads events until it is stopped. */
function follow(service: EventsApi, query: EventsQuery = {}) {
  const events: FeedEvent[] = [];
  const stopping = new AbortController();
  const done = (async () => {
    for await (const event of service.events({ ...query, signal: stopping.signal })) events.push(event);
  })();
  const stop = async () => {
    stopping.abort();
    await done;
  };
  const untilTypes = (type: SessionEvent["type"], count: number) =>
    until(() => events.filter(({ event }) => event.type === type).length >= count);
  return { events, stop, done, untilTypes };
}

/** The cursors of a reader that stops at the end of what there is: when it has the last event of a turn. */
async function readAll(service: EventsApi, query: EventsQuery, turns: number): Promise<readonly FeedEvent[]> {
  const reader = follow(service, query);
  await reader.untilTypes("turn.ended", turns);
  await reader.stop();
  return reader.events;
}

const keyOf = ({ event }: FeedEvent) => `${event.session_id} ${event.seq}`;

describe("the events of all sessions", () => {
  it("are those of every log, each once and in order, and then what comes", async () => {
    await using host = await testHost({ script });
    const first = await host.run("one");
    const reader = follow(host.service, { after: "start" });
    await reader.untilTypes("turn.ended", 1);
    const second = await host.run("two");
    await host.run("three", { session_id: first.session_id });
    await reader.untilTypes("turn.ended", 3);
    await reader.stop();
    for (const { session_id } of [first, second]) {
      const own = reader.events.filter(({ event }) => event.session_id === session_id);
      expect(own.map(({ event }) => event)).toEqual(await host.events(session_id));
    }
    expect(reader.events[0]).toMatchObject({ tenant: "default", workspaceId: host.workspaceId });
    expect(new Set(reader.events.map(({ cursor }) => cursor)).size).toBe(reader.events.length);
  });

  it("begin with what is appended from now on, unless a cursor says more", async () => {
    await using host = await testHost({ script });
    await host.run("before");
    const reader = follow(host.service);
    // Nothing before the reader's first look is new to it.
    await host.store.eventFeed.collect(null, 100);
    await until(async () => (await host.store.eventFeed.head()) === 1);
    const { session_id } = await host.run("after");
    await reader.untilTypes("turn.ended", 1);
    await reader.stop();
    expect(new Set(reader.events.map(({ event }) => event.session_id))).toEqual(new Set([session_id]));
  });

  it("continue behind any cursor, within an entry too", async () => {
    await using host = await testHost({ script });
    await host.run("one");
    await host.run("two");
    const all = await readAll(host.service, { after: "start" }, 2);
    for (const index of [0, 3, all.length - 2]) {
      const rest = await readAll(
        host.service,
        { after: all[index]?.cursor ?? "" },
        all.length - index > 7 ? 2 : 1,
      );
      expect(rest.map(keyOf)).toEqual(all.slice(index + 1).map(keyOf));
    }
  });

  it("are filtered by tenant, workspace and type", async () => {
    await using host = await testHost({ script });
    const other = { ...admin, tenant: "other" };
    const { id } = await host.service.workspaces.create(other, { name: "w" });
    const turn = await host.service.chat.send(other, id, { message: "go" });
    await host.service.chat.result(other, id, turn, { seconds: 20 });
    await host.run("go");
    const types = ["turn.queued", "turn.ended"] as const;
    const ofOther = await readAll(host.service, { after: "start", tenant: "other", types }, 1);
    expect(ofOther.map(({ tenant, event }) => [tenant, event.type])).toEqual(
      types.map((type) => ["other", type]),
    );
    const ofWorkspace = await readAll(
      host.service,
      { after: "start", workspace: host.workspaceId, types },
      1,
    );
    expect(ofWorkspace.map(({ workspaceId }) => workspaceId)).toEqual([host.workspaceId, host.workspaceId]);
  });

  it("include those of forks, and leave out those of deleted sessions", async () => {
    await using host = await testHost({ script });
    const { session_id } = await host.run("go");
    const reader = follow(host.service, { after: "start" });
    await reader.untilTypes("turn.ended", 1);
    const fork = await host.service.sessions.fork(admin, host.workspaceId, session_id, {});
    await until(() => reader.events.some(({ event }) => event.session_id === fork.id));
    await reader.stop();
    await host.service.sessions.delete(admin, host.workspaceId, session_id);
    await host.run("last");
    const left = await readAll(host.service, { after: "start" }, 1);
    expect(left.some(({ event }) => event.session_id === session_id)).toBe(false);
    expect(left.some(({ event }) => event.session_id === fork.id)).toBe(true);
  });

  it("end with the instance, and refuse cursors that are not theirs", async () => {
    const host = await testHost({ script });
    await host.run("go");
    const reader = follow(host.service, { after: "start" });
    await reader.untilTypes("turn.ended", 1);
    for (const after of ["", "x", btoa("0_1"), btoa("1_0"), btoa("99_1"), btoa("1")])
      await expect(follow(host.service, { after }).done).rejects.toMatchObject({ code: "invalid_request" });
    await host.service.stop({ graceMs: 0 });
    await reader.done;
  });

  it("end without an error where the store closes under their reader, and for readers that come later", async () => {
    const kept = testStore();
    const [asked, closed] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    const eventFeed = withMembers(kept.eventFeed, {
      async page() {
        asked.resolve(null);
        await closed.promise;
        throw new Error("The database is closed.");
      },
    });
    const store = withMembers(kept, { eventFeed });
    const host = await testHost({ script, service: { store } });
    const reader = follow(host.service, { after: "start" });
    await asked.promise;
    await host.service.stop({ graceMs: 0 });
    closed.resolve(null);
    await reader.done;
    await follow(host.service).done;
    expect(reader.events).toEqual([]);
  });

  it("need a store that has their part", async () => {
    const { eventFeed: _, ...store } = testStore();
    const service = await startedService({ store });
    onTestFinished(() => service.stop({ graceMs: 0 }));
    await expect(follow(service).done).rejects.toMatchObject({ code: "not_allowed" });
  });

  it("come once from three instances, of which one is stopped in the middle and one goes on for it", async () => {
    const cluster = memoryCluster();
    const volumes = memoryVolumes();
    const start = async () => {
      const steps = ({ messages }: { readonly messages: readonly unknown[] }): ScriptedStep =>
        messages.length < 6 ? { toolCalls: [bash("true")] } : { text: "done" };
      const service = await startedService({
        store: cluster.open(),
        volumes,
        sandbox: scriptedSandboxes(async () => ({ stdout: "ok" })),
        models: scriptedModels(steps),
        secretKey: "the same on all instances",
      });
      let stopped: Promise<void> | null = null;
      const stop = () => (stopped ??= service.stop({ graceMs: 0 }));
      onTestFinished(stop);
      return { service, stop };
    };
    const instances = [await start(), await start(), await start()] as const;
    const [one, two, three] = instances;
    const TURNS = 12;
    const { id } = await one.service.workspaces.create(admin, { name: "w" });
    const sent = Array.from({ length: TURNS }, (_, index) =>
      (instances[index % 3] ?? one).service.chat.send(admin, id, { message: "go" }),
    );
    const witness = follow(two.service, { after: "start" });
    const first = follow(three.service, { after: "start" });
    await Promise.all(sent);
    await first.untilTypes("item.started", 5);
    await three.stop();
    await first.done;
    const last = first.events.at(-1)?.cursor ?? "";
    const second = follow(one.service, { after: last });
    await witness.untilTypes("turn.ended", TURNS);
    await until(() => first.events.length + second.events.length >= witness.events.length);
    await Promise.all([witness.stop(), second.stop()]);
    const read = [...first.events, ...second.events];
    expect(read.map(keyOf)).toEqual(witness.events.map(keyOf));
    expect(new Set(read.map(keyOf)).size).toBe(read.length);
    const next = new Map<string, number>();
    for (const { event } of read) {
      expect(event.seq).toBe(next.get(event.session_id) ?? 1);
      next.set(event.session_id, event.seq + 1);
    }
    const { items } = await two.service.sessions.list(admin, id, { limit: 100 });
    expect(next).toEqual(new Map(items.map((session) => [session.id, session.last_seq + 1])));
  });
});

describe("listeners of a type of events", () => {
  it("receive what this instance appends, once it is durable, until they are removed", async () => {
    await using host = await testHost({ script });
    const seen: string[] = [];
    const remove = host.service.on("turn.ended", async ({ tenant, workspaceId, event }) => {
      const stored = await host.store.turns.get(tenant, event.session_id, event.turn.id);
      seen.push(`${tenant} ${workspaceId} ${event.turn.stop_reason} ${stored?.turn.status}`);
    });
    await host.run("one");
    await until(() => seen.length === 1);
    expect(seen).toEqual([`default ${host.workspaceId} end_turn completed`]);
    remove();
    await host.run("two");
    expect(seen).toHaveLength(1);
  });

  it("that throw are logged, and change nothing for others", async () => {
    const logged: string[] = [];
    const logger = { ...silentLogger, error: (_: object, message: string) => void logged.push(message) };
    await using host = await testHost({ script, service: { logger } });
    const seen: string[] = [];
    host.service.on("turn.queued", () => {
      throw new Error("no");
    });
    host.service.on("turn.queued", () => Promise.reject(new Error("no")));
    host.service.on("turn.queued", ({ event }) => void seen.push(event.source));
    expect(await host.run("go")).toMatchObject({ status: "completed" });
    expect(seen).toEqual(["api"]);
    expect(logged).toEqual(["a listener of the host failed", "a listener of the host failed"]);
  });
});
