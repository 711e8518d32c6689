import { describe, expect, it } from "vitest";
import type { ItemDelta, SessionEvent, StreamedEvent } from "../../packages/core/src/index.ts";
import { admin, gate, instancesOn, read, until, type Reading } from "./instances.test-support.ts";
import { ALL_SHARED_STORES, HEARING_STORES } from "./shared-stores.test-support.ts";

const WORDS = "one two three four five six seven eight nine ten \u{1f642} ".repeat(12);
const chat = { message: "go", source: "api", on_busy: "queue" } as const;

const isDelta = (event: StreamedEvent): event is ItemDelta => event.type === "item.delta";
const isDurable = (event: StreamedEvent): event is SessionEvent => "seq" in event;
const hasEnded = ({ events }: Reading) => events.some(({ type }) => type === "turn.ended");

/** That every piece fits to the item that it is a piece of, none comes twice, and none after its item's completion. */
function checkDeltas(events: readonly StreamedEvent[]): void {
  const texts = new Map<string, string>();
  for (const event of events)
    if (event.type === "item.completed")
      texts.set(
        event.item.item_id,
        event.item.content
          .map((part) =>
            part.type === "text" || part.type === "reasoning"
              ? part.text
              : part.type === "tool_call"
                ? part.arguments
                : "",
          )
          .join(""),
      );
  const ends = new Map<string, number>();
  const completed = new Set<string>();
  for (const event of events) {
    if (event.type === "item.completed") completed.add(event.item.item_id);
    if (!isDelta(event)) continue;
    const { item_id, offset, text } = event;
    expect(completed.has(item_id)).toBe(false);
    expect(texts.get(item_id)?.slice(offset, offset + text.length)).toBe(text);
    expect(offset).toBeGreaterThanOrEqual(ends.get(item_id) ?? 0);
    ends.set(item_id, offset + text.length);
  }
}

function checkDurable(events: readonly StreamedEvent[]): void {
  const seqs = events.filter(isDurable).map(({ seq }) => seq);
  expect(seqs).toEqual(seqs.map((_, index) => index + 1));
}

describe.each(HEARING_STORES)("on %s, a reader on another instance", (name) => {
  it("sees items and deltas of a turn just as one beside it does", async () => {
    const instances = await instancesOn(name);
    const script = [
      {
        reasoning: WORDS,
        text: WORDS,
        toolCalls: [{ name: "bash", arguments: { command: "true" } }],
        chunk: 9,
        delayMs: 2,
      },
      { text: WORDS, chunk: 7, delayMs: 2 },
    ];
    const one = await instances.start({ script });
    const workspace = await instances.workspace(one);
    const two = await instances.start({ script: [], service: { maxRunningTurns: 0 } });
    const turn = await two.service.chat.send(admin, workspace, chat);
    const there = await read(two, admin, workspace, turn.session_id);
    const here = await read(one, admin, workspace, turn.session_id);
    await until(() => hasEnded(there) && hasEnded(here));
    for (const reading of [here, there]) {
      checkDurable(reading.events);
      checkDeltas(reading.events);
    }
    expect(there.events.filter(isDurable)).toEqual(here.events.filter(isDurable));
    const textOf = (reading: Reading) =>
      reading.events
        .filter(isDelta)
        .map(({ text }) => text)
        .join("");
    expect(textOf(there).length).toBeGreaterThan(WORDS.length * 2);
    expect(textOf(there).endsWith(WORDS)).toBe(true);
  });

  it("has deltas and items within 250 ms", async () => {
    const instances = await instancesOn(name);
    const said: number[] = [];
    const script = [{ text: "x".repeat(60), chunk: 1, delayMs: 20 }];
    const one = await instances.start({ script });
    const workspace = await instances.workspace(one);
    const two = await instances.start({ script: [], service: { maxRunningTurns: 0 } });
    const turn = await two.service.chat.send(admin, workspace, chat);
    const there = await read(two, admin, workspace, turn.session_id);
    const here = await read(one, admin, workspace, turn.session_id);
    await until(() => hasEnded(there) && hasEnded(here));
    const startGap = 0;
    const arrivals = (reading: Reading) => {
      const times = new Map<number, number>();
      for (const event of reading.events) {
        const time = reading.times.get(event) ?? 0;
        if (isDelta(event))
          for (let unit = event.offset; unit < event.offset + event.text.length; unit++)
            times.set(unit, time);
        else if (isDurable(event)) times.set(-event.seq, time);
      }
      return times;
    };
    const [near, far] = [arrivals(here), arrivals(there)];
    for (const [key, time] of near) {
      const late = far.get(key);
      expect(late).toBeDefined();
      said.push((late ?? Infinity) - time - startGap);
    }
    said.sort((a, b) => a - b);
    expect(said.length).toBeGreaterThan(40);
    console.info(
      `${name}: ${said.at(said.length >> 1)?.toFixed(0)} ms later in the middle, ${said.at(-1)?.toFixed(0)} ms at most`,
    );
    expect(said.at(-1)).toBeLessThan(250);
  });

  it("that connects in the middle of an item gets right offsets, and the whole item at its end", async () => {
    const instances = await instancesOn(name);
    const script = [{ text: WORDS, chunk: 5, delayMs: 3 }];
    const one = await instances.start({ script });
    const workspace = await instances.workspace(one);
    const two = await instances.start({ script: [], service: { maxRunningTurns: 0 } });
    const turn = await one.service.chat.send(admin, workspace, chat);
    const first = await read(two, admin, workspace, turn.session_id);
    await until(() => first.events.some(isDelta));
    const late = await read(two, admin, workspace, turn.session_id);
    const three = await instances.start({ script: [], service: { maxRunningTurns: 0 } });
    const later = await read(three, admin, workspace, turn.session_id);
    await until(() => [first, late, later].every(hasEnded));
    for (const reading of [first, late, later]) {
      checkDurable(reading.events);
      checkDeltas(reading.events);
    }
    expect(late.events.find(isDelta)?.offset).toBeGreaterThan(0);
  });

  it("learns at once that its session was deleted", async () => {
    const instances = await instancesOn(name);
    const one = await instances.start({ script: [{ text: "done" }] });
    const workspace = await instances.workspace(one);
    const two = await instances.start({ script: [], service: { maxRunningTurns: 0 } });
    const turn = await one.service.chat.send(admin, workspace, chat);
    const there = await read(two, admin, workspace, turn.session_id);
    await until(() => hasEnded(there));
    await one.service.sessions.delete(admin, workspace, turn.session_id);
    await there.done;
  });
});

describe.each(ALL_SHARED_STORES)("on %s", (name) => {
  it("a reader on another instance misses no event, and a wait there ends with the turn", async () => {
    const instances = await instancesOn(name);
    const go = gate();
    const command = async () => {
      await go.opened;
      return {};
    };
    const step = { toolCalls: [{ name: "bash", arguments: { command: "true" } }] };
    const one = await instances.start({ script: [step, step, { text: "done" }], command });
    const workspace = await instances.workspace(one);
    const two = await instances.start({ script: [], service: { maxRunningTurns: 0 } });
    const turn = await one.service.chat.send(admin, workspace, chat);
    const there = await read(two, admin, workspace, turn.session_id);
    await until(() => there.events.some(({ type }) => type === "item.started"));
    const waits = [
      two.service.sessions.get(admin, workspace, turn.session_id, { seconds: 20 }),
      two.service.sessions.turn(admin, workspace, turn.session_id, turn.turn_id, { seconds: 20 }),
      two.service.chat.result(admin, workspace, turn, { seconds: 20 }),
    ] as const;
    const start = performance.now();
    go.open();
    const [session, ended, result] = await Promise.all(waits);
    expect(performance.now() - start).toBeLessThan(2_500);
    expect(session.status).toBe("idle");
    expect([ended.status, result.final_message]).toEqual(["completed", "done"]);
    await until(() => hasEnded(there));
    checkDurable(there.events);
    checkDeltas(there.events);
  });
});
