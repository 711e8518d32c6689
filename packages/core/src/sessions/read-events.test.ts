import { describe, expect, it } from "vitest";
import type { StreamedEvent } from "./chat-api.ts";
import { fakeClock, scriptedModels } from "../testing/index.ts";
import { admin, ended, testHost, until, untilStatus, type TestHost } from "../test-host.test-support.ts";
import type { ItemDelta } from "../domain/sessions/event.ts";

const bash = (index: number) => ({ name: "bash", arguments: { command: `step ${index}` } });

async function open(
  host: TestHost,
  sessionId: string,
  after = 0,
): Promise<{ events: StreamedEvent[]; close: () => void; done: Promise<void> }> {
  const leave = new AbortController();
  const events: StreamedEvent[] = [];
  const stream = await host.service.sessions.events(admin, host.workspaceId, sessionId, {
    after,
    signal: leave.signal,
  });
  const done = (async () => {
    for await (const batch of stream) events.push(...batch);
  })();
  return { events, close: () => leave.abort(), done };
}

const seqs = (events: readonly StreamedEvent[]) =>
  events.flatMap((event) => ("seq" in event ? [event.seq] : []));

describe("a reader of a session's events", () => {
  it("gets the log, one sync, then new events, each durable event once", async () => {
    await using host = await testHost({ script: () => ({ text: "words", chunk: 1 }) });
    const { session_id } = await host.run("one");
    const { events, close, done } = await open(host, session_id);
    await until(() => events.some(({ type }) => type === "sync"));
    await host.run("two", { session_id });
    await until(() => events.filter(({ type }) => type === "turn.ended").length === 2);
    close();
    await done;
    const numbers = seqs(events);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(events.filter(({ type }) => type === "sync")).toEqual([
      { type: "sync", through_seq: 6, in_progress: [] },
    ]);
  });

  it("that reconnects with its last seq after every event misses and repeats nothing", async () => {
    await using host = await testHost({
      script: (_, index) =>
        index < 12 ? { text: `step ${index}`, toolCalls: [bash(index)] } : { text: "done" },
    });
    const { session_id } = await host.send("go");
    const seen: number[] = [];
    let isOver = false;
    while (!isOver) {
      const leave = new AbortController();
      const stream = await host.service.sessions.events(admin, host.workspaceId, session_id, {
        after: seen.at(-1) ?? 0,
        signal: leave.signal,
      });
      for await (const batch of stream) {
        const first = batch.find((event) => "seq" in event);
        if (first === undefined || !("seq" in first)) continue;
        seen.push(first.seq);
        isOver = first.type === "turn.ended";
        break;
      }
      leave.abort();
    }
    expect(seen).toEqual(seen.map((_, index) => index + 1));
    expect(seen.length).toBe((await host.events(session_id)).length);
  });

  it("gets deltas that add up to the items that follow", async () => {
    const { promise: isRead, resolve: answer } = Promise.withResolvers<undefined>();
    await using host = await testHost({
      script: async () => {
        await isRead;
        return { text: "a long answer with many words", chunk: 3, delayMs: 1 };
      },
    });
    const { session_id } = await host.send("go");
    const { events, close, done } = await open(host, session_id);
    await until(() => events.some(({ type }) => type === "sync"));
    answer(undefined);
    await until(() => events.some(({ type }) => type === "turn.ended"));
    close();
    await done;
    const deltas = events.filter((event): event is ItemDelta => event.type === "item.delta");
    expect(deltas.length).toBeGreaterThan(0);
    for (const delta of deltas) {
      const item = events.flatMap((event) =>
        event.type === "item.completed" && event.item.item_id === delta.item_id ? [event.item] : [],
      )[0];
      const text = item?.content[0]?.type === "text" ? item.content[0].text : "";
      expect(text.slice(delta.offset, delta.offset + delta.text.length)).toBe(delta.text);
    }
  });

  it("that connects during a response gets its text so far, and the rest", async () => {
    const clock = fakeClock();
    const script = () => ({ text: "half and half", chunk: 5, delayMs: 100 });
    const models = scriptedModels(script, { clock });
    await using host = await testHost({ script, service: { models } });
    const { session_id, turn_id } = await host.send("go");
    const early = await open(host, session_id);
    const next = async () => {
      await until(() => clock.sleeping > 0);
      await clock.advance(100);
    };
    await next();
    await until(() => early.events.some(({ type }) => type === "item.delta"));
    const late = await open(host, session_id);
    await until(() => late.events.some(({ type }) => type === "sync"));
    const item_id = early.events.find((event) => event.type === "item.delta")?.item_id;
    expect(late.events.find(({ type }) => type === "sync")).toMatchObject({
      in_progress: [{ item_id, turn_id, kind: "message", text: "half " }],
    });
    await until(async () => {
      await next();
      return late.events.some(({ type }) => type === "turn.ended");
    });
    expect(late.events.filter(({ type }) => type === "item.delta")).toMatchObject([
      { item_id, offset: 5, text: "and h" },
      { item_id, offset: 10, text: "alf" },
    ]);
    const after = await open(host, session_id);
    await until(() => after.events.some(({ type }) => type === "sync"));
    expect(after.events.find(({ type }) => type === "sync")).toMatchObject({ in_progress: [] });
    for (const reader of [early, late, after]) {
      reader.close();
      await reader.done;
    }
  });

  it("that does not read delays nobody, and reads everything later", async () => {
    await using host = await testHost({
      script: (_, index) =>
        index < 40 ? { text: "x".repeat(10_000), toolCalls: [bash(index)] } : { text: "done" },
      config: { compaction: { enabled: false } },
    });
    const { session_id } = await host.send("go");
    const stream = await host.service.sessions.events(admin, host.workspaceId, session_id, { after: 0 });
    const iterator = stream[Symbol.asyncIterator]();
    await iterator.next();
    await untilStatus(host, session_id, "idle");
    expect((await host.session(session_id)).message_count).toBe(82);
    expect((await host.events(session_id)).at(-1)?.type).toBe("turn.ended");
    await iterator.return?.();
  });

  it("is refused a seq beyond the end of the log", async () => {
    await using host = await testHost({ script: [{ text: "hi" }] });
    const { session_id } = await host.run("go");
    const end = (await host.events(session_id)).length;
    await expect(
      host.service.sessions.events(admin, host.workspaceId, session_id, { after: end + 1 }),
    ).rejects.toMatchObject({ code: "invalid_request" });
    await host.service.sessions.events(admin, host.workspaceId, session_id, { after: end, follow: false });
  });

  it("that connects while the session is deleted gets an end", async () => {
    await using host = await testHost({ script: [{ text: "hi" }] });
    const { service, workspaceId } = host;
    const { session_id } = await host.run("go");
    const stream = await service.sessions.events(admin, workspaceId, session_id, { after: 0 });
    await service.sessions.delete(admin, workspaceId, session_id);
    expect(await stream[Symbol.asyncIterator]().next()).toEqual({ done: true, value: undefined });
  });

  it("of one turn gets only that turn, up to its end", async () => {
    await using host = await testHost({ script: () => ({ text: "ok" }) });
    const { session_id } = await host.run("one");
    const accepted = await host.send("two", { session_id });
    const events: StreamedEvent[] = [];
    for await (const batch of await host.service.chat.stream(admin, host.workspaceId, accepted))
      events.push(...batch);
    expect(events[0]).toMatchObject({ type: "turn.queued", turn_id: accepted.turn_id });
    expect(events.at(-1)).toMatchObject({ type: "turn.ended", turn_id: accepted.turn_id });
    expect(events.every((event) => event.type !== "sync" && event.turn_id === accepted.turn_id)).toBe(true);
  });

  it("waits for a running session, and not for an idle one", async () => {
    await using host = await testHost({ script: [{ text: "slow", delayMs: 20 }] });
    const { session_id, turn_id } = await host.send("go");
    const session = await host.service.sessions.get(admin, host.workspaceId, session_id, { seconds: 20 });
    expect(session.status).toBe("idle");
    expect(await ended(host, session_id, turn_id)).toMatchObject({ status: "completed" });
  });
});
