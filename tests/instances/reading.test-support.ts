import { describe, expect, it } from "vitest";
import { fakeClock } from "../../packages/core/src/testing/index.ts";
import type { ItemDelta, SessionEvent, StreamedEvent } from "../../packages/core/src/index.ts";
import {
  admin,
  chat,
  heldCommand,
  idle,
  instancesOn,
  read,
  shell,
  turnOnOne,
  until,
  type Reading,
} from "./instances.test-support.ts";
import { hasNotifications, type SharedStoresName } from "./shared-stores.test-support.ts";

const WORDS = "one two three four five six seven eight nine ten \u{1f642} ".repeat(12);

const isDelta = (event: StreamedEvent): event is ItemDelta => event.type === "item.delta";
const isDurable = (event: StreamedEvent): event is SessionEvent => "seq" in event;
const textOf = ({ events }: Reading) =>
  events
    .filter(isDelta)
    .map(({ text }) => text)
    .join("");
/** The text of the unfinished item when the reader connected. */
function spoken(reading: Reading): string {
  const known = reading.events.find(({ type }) => type === "sync");
  const before = known?.type === "sync" ? known.in_progress.map(({ text }) => text) : [];
  return [...before, textOf(reading)].join("");
}
const call = (command: string) => ({ toolCalls: [{ name: "bash", arguments: { command } }] });
const hasEnded = ({ events }: Reading) => events.some(({ type }) => type === "turn.ended");

/** Every piece fits its item, none is repeated, and none follows its item's completion. */
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

/** A reader on another instance gets everything: by notifications, or by polls if there are none. */
export function missesNothing(name: SharedStoresName): void {
  const given = instancesOn(name);
  it("a reader on another instance misses no event, and a wait there ends with the turn", async () => {
    const instances = await given({ polls: false });
    const { command, open } = heldCommand();
    const script = [shell, shell, { text: "done" }];
    const { two, workspace, turn } = await turnOnOne(instances, { script, command });
    const there = await read(two, admin, workspace, turn.session_id);
    await until(() => there.events.some(({ type }) => type === "item.started"));
    const waits = [
      two.service.sessions.get(admin, workspace, turn.session_id, { seconds: 20 }),
      two.service.sessions.turn(admin, workspace, turn.session_id, turn.turn_id, { seconds: 20 }),
      two.service.chat.result(admin, workspace, turn, { seconds: 20 }),
    ] as const;
    open();
    const [session, ended, result] = await Promise.all(waits);
    expect(session.status).toBe("idle");
    expect([ended.status, result.final_message]).toEqual(["completed", "done"]);
    await until(() => hasEnded(there));
    checkDurable(there.events);
    checkDeltas(there.events);
  });
}

export function describeReading(name: SharedStoresName): void {
  describe(`on ${name}`, () => {
    missesNothing(name);
  });

  if (!hasNotifications(name)) return;
  describe(`on ${name}, a reader on another instance`, () => {
    const given = instancesOn(name);

    it("sees the same items and deltas of a turn as one on its instance", async () => {
      const instances = await given();

      const steps = [
        { reasoning: WORDS, text: WORDS, ...call("true"), chunk: 9, delayMs: 2 },
        { text: WORDS, chunk: 7, delayMs: 2 },
      ];
      /** Sends no text until the turn's instance knows of a reader on another one. */
      let isReadThere = () => false;
      const script = (_: unknown, index: number) =>
        (isReadThere() ? steps.shift() : undefined) ?? {
          text: "waits",
          ...call(`true ${index}`),
          delayMs: 2,
        };
      const one = await instances.start({ script });
      const workspace = await instances.workspace(one);
      const two = await instances.start(idle);
      const turn = await two.service.chat.send(admin, workspace, chat);
      const there = await read(two, admin, workspace, turn.session_id);
      isReadThere = () => there.events.some(isDelta);
      const here = await read(one, admin, workspace, turn.session_id);
      await until(() => hasEnded(there) && hasEnded(here));
      for (const reading of [here, there]) {
        checkDurable(reading.events);
        checkDeltas(reading.events);
      }
      expect(there.events.filter(isDurable)).toEqual(here.events.filter(isDurable));

      expect(textOf(there).length).toBeGreaterThan(WORDS.length * 2);
      expect(textOf(there).endsWith(WORDS)).toBe(true);
    });

    it("has each piece of an item before the next one arrives", async () => {
      const instances = await given({ polls: false });
      const modelClock = fakeClock();
      const script = (_: unknown, index: number) =>
        isReadThere()
          ? { text: "x".repeat(1_000), chunk: 1, delayMs: 20 }
          : { text: "waits", ...call(`true ${index}`), delayMs: 20 };
      let isReadThere = () => false;
      const one = await instances.start({ script, modelClock });
      const workspace = await instances.workspace(one);
      const two = await instances.start(idle);
      const turn = await two.service.chat.send(admin, workspace, chat);
      const there = await read(two, admin, workspace, turn.session_id);
      isReadThere = () => there.events.some(isDelta);
      const come = () => textOf(there).replaceAll(/[^x]/g, "").length;
      const next = async () => {
        await until(() => modelClock.sleeping > 0);
        await modelClock.advance(20);
      };
      await until(async () => {
        await next();
        return come() > 0;
      });
      for (let piece = 0; piece < 10; piece++) {
        const before = come();
        await next();
        await until(() => come() > before);
      }
      expect(come()).toBeLessThan(1_000);
      await until(async () => {
        await modelClock.advance(20 * 1_000);
        return hasEnded(there);
      });
      checkDeltas(there.events);
    });

    it("that connects in the middle of an item gets its text from the start, and each piece that follows", async () => {
      const instances = await given();
      const modelClock = fakeClock();
      /** Sends no text until the turn's instance knows of a reader on another one. */
      let isReadThere = () => false;
      let isSpeaking = false;
      const script = (_: unknown, index: number) => {
        isSpeaking = isReadThere();
        return isSpeaking
          ? { text: WORDS, chunk: 5, delayMs: 3 }
          : { text: "waits", ...call(`true ${index}`), delayMs: 3 };
      };
      const { two, workspace, turn } = await turnOnOne(instances, { script, modelClock });
      const first = await read(two, admin, workspace, turn.session_id);
      isReadThere = () => first.events.some(isDelta);
      await until(async () => {
        if (!isSpeaking && modelClock.sleeping > 0) await modelClock.advance(3);
        return isSpeaking;
      });
      await until(() => modelClock.sleeping > 0);
      await modelClock.advance(3);
      // Its first piece has arrived, and the others follow only when the late readers read.
      await until(() => textOf(first).endsWith(WORDS.slice(0, 5)));
      const late = await read(two, admin, workspace, turn.session_id);
      const three = await instances.start(idle);
      const later = await read(three, admin, workspace, turn.session_id);
      await until(async () => {
        await modelClock.advance(3);
        return [first, late, later].every(hasEnded);
      });
      for (const reading of [first, late, later]) {
        checkDurable(reading.events);
        checkDeltas(reading.events);
      }
      for (const reading of [late, later]) expect(spoken(reading)).toBe(WORDS);
    });

    it("learns at once that its session was deleted", async () => {
      const instances = await given();
      const { one, two, workspace, turn } = await turnOnOne(instances, { script: [{ text: "done" }] });
      const there = await read(two, admin, workspace, turn.session_id);
      await until(() => hasEnded(there));
      await one.service.sessions.delete(admin, workspace, turn.session_id);
      await there.done;
    });
  });
}
