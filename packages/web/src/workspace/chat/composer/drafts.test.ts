import { expect, test } from "vitest";
import { Drafts, type Draft } from "./drafts.ts";
import type { DraftImage } from "./images.ts";
import type { TabStore } from "./tab-store.ts";

const image = (name: string): DraftImage => ({ name, size: 0, image: { data: "", media_type: "image/png" } });

/** A tab's storage with room for values of so many characters. */
function storage(room = 10_000) {
  const values = new Map<string, string>();
  const store: TabStore = {
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => {
      if (value.length > room) throw new DOMException("full", "QuotaExceededError");
      values.set(name, value);
    },
    removeItem: (name) => void values.delete(name),
    clear: () => values.clear(),
  };
  return { values, store };
}

/** What is left of a draft that was sent and changed while it was on its way. */
function leftAfter(change: Parameters<Drafts["change"]>[2], drafts = new Drafts(null)): Draft {
  const first = image("first.png");
  const prompt = { name: "review", arguments: {} };
  drafts.change("ws_1", "ses_1", { text: "Do it.", images: [first], prompt });
  const sent = drafts.read("ws_1", "ses_1");
  drafts.change("ws_1", "ses_1", change);
  drafts.takeOut("ws_1", "ses_1", sent);
  return drafts.read("ws_1", "ses_1");
}

test("a draft that was sent is empty", () => {
  expect(leftAfter({})).toMatchObject({ text: "", images: [], prompt: null });
});

test("what was added to a draft while it was on its way stays", () => {
  const second = image("second.png");
  const other = { name: "explain", arguments: {} };
  expect(leftAfter({ text: "Do it. And that too.", images: [second], prompt: other })).toMatchObject({
    text: "And that too.",
    images: [second],
    prompt: other,
  });
  expect(leftAfter({ text: "Another thing" }).text).toBe("Another thing");
});

test("a draft outlasts a reload with its key, until it is sent", () => {
  const { values, store } = storage();
  const before = new Drafts(store);
  before.change("ws_1", "ses_1", { text: "Half a", images: [image("a.png")] });
  before.change("ws_1", "new", { text: "Something else" });
  const after = new Drafts(store);
  expect(after.read("ws_1", "ses_1")).toEqual(before.read("ws_1", "ses_1"));
  expect(after.read("ws_1", "ses_2").text).toBe("");
  after.takeOut("ws_1", "ses_1", after.read("ws_1", "ses_1"));
  after.remove("ws_1", "new");
  expect(values.size).toBe(0);
});

test("a draft is another message after each change, and the same one until then", () => {
  const drafts = new Drafts(null);
  drafts.change("ws_1", "ses_1", { text: "One" });
  const { key } = drafts.read("ws_1", "ses_1");
  expect(drafts.read("ws_1", "ses_1").key).toBe(key);
  drafts.change("ws_1", "ses_1", { text: "One and two" });
  expect(drafts.read("ws_1", "ses_1").key).not.toBe(key);
});

test("images without room in the tab's storage leave the words there", () => {
  const { store } = storage(200);
  const big = { ...image("big.png"), image: { data: "x".repeat(300), media_type: "image/png" } as const };
  new Drafts(store).change("ws_1", "ses_1", { text: "Look", images: [big] });
  expect(new Drafts(store).read("ws_1", "ses_1")).toMatchObject({ text: "Look", images: [] });
});

test("after a sign-out nothing of a draft is left", () => {
  const { values, store } = storage();
  const drafts = new Drafts(store);
  drafts.change("ws_1", "ses_1", { text: "Mine" });
  drafts.clear();
  expect([drafts.read("ws_1", "ses_1").text, values.size]).toEqual(["", 0]);
});
