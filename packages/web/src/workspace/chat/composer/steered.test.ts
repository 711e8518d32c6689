import { expect, test } from "vitest";
import type { SessionEvent } from "@workspace-agent/client";
import { memoryStorage } from "../../../testing/memory-storage.ts";
import { applyEvents } from "../log/apply-events.ts";
import { messageEvent } from "../log/message-event.test-support.ts";
import { emptyView } from "../log/session-view.ts";
import { pendingOf, Steered, steeredMessage } from "./steered.ts";

const base = { session_id: "ses_1", turn_id: "turn_1", at: "2026-01-31T12:00:00.000Z" };

const started: SessionEvent = { ...base, type: "turn.started", seq: 1, model: "any" };

const said = (seq: number, text: string) => messageEvent(seq, "turn_1", "user", text);

const running = applyEvents(emptyView, [started]);

test("a message is pending until the turn has read it, also one of two equal messages", () => {
  const first = steeredMessage(running, "turn_1", { key: "a", message: "Faster" }, []);
  const second = steeredMessage(running, "turn_1", { key: "b", message: "Faster" }, [first]);
  const keys = (...events: readonly SessionEvent[]) =>
    pendingOf([first, second], applyEvents(running, events)).map(({ key }) => key);
  expect(keys()).toEqual(["a", "b"]);
  expect(keys(said(2, "Something else"))).toEqual(["a", "b"]);
  expect(keys(said(2, "Faster"))).toEqual(["b"]);
  expect(keys(said(2, "Faster"), said(3, "Faster"))).toEqual([]);
});

test("a message that was read before the response arrived is not pending", () => {
  const message = steeredMessage(running, "turn_1", { key: "a", message: "Faster" }, []);
  expect(pendingOf([message], applyEvents(running, [said(2, "Faster")]))).toEqual([]);
  const again = steeredMessage(
    applyEvents(running, [said(2, "Faster")]),
    "turn_1",
    { key: "b", message: "Faster" },
    [],
  );
  expect(pendingOf([again], applyEvents(running, [said(2, "Faster")]))).toEqual([again]);
});

test("a message with a stored prompt is recognized by its text", () => {
  const prompt = { name: "review", arguments: {} };
  const message = steeredMessage(running, "turn_1", { key: "a", message: "of main", prompt }, []);
  expect(message.label).toBe("review: of main");
  expect(pendingOf([message], applyEvents(running, [said(2, "Review it.\n\nof main")]))).toEqual([]);
});

test("nothing is pending for a turn that has ended", () => {
  const message = steeredMessage(running, "turn_0", { key: "a", message: "Faster" }, []);
  expect(pendingOf([message], running)).toEqual([]);
  expect(pendingOf([message], emptyView)).toEqual([]);
});

test("pending messages outlive a reload", () => {
  const { values, store } = memoryStorage();
  const message = steeredMessage(running, "turn_1", { key: "a", message: "Faster" }, []);
  const before = new Steered(store);
  before.change("ses_1", [message]);
  expect(new Steered(store).read("ses_1")).toEqual([message]);
  before.change("ses_1", []);
  expect(values.size).toBe(0);
});
