import { expect, test } from "vitest";
import { memoryStorage } from "../../../testing/memory-storage.ts";
import { Drafts, type Draft } from "./drafts.ts";
import type { DraftImage } from "./images.ts";

const image = (name: string): DraftImage => ({ name, size: 0, image: { data: "", media_type: "image/png" } });

/** A draft that was sent, and changed before it was accepted. */
function leftAfter(change: Parameters<Drafts["change"]>[2], drafts = new Drafts(null)): Draft {
  const first = image("first.png");
  const prompt = { name: "review", arguments: {} };
  drafts.change("ws_1", "ses_1", { text: "Do it.", images: [first], attachments: ["a.csv"], prompt });
  const sent = drafts.read("ws_1", "ses_1");
  drafts.change("ws_1", "ses_1", change);
  drafts.removeSent("ws_1", "ses_1", sent);
  return drafts.read("ws_1", "ses_1");
}

test("a draft is empty after it was sent", () => {
  expect(leftAfter({})).toMatchObject({ text: "", images: [], attachments: [], prompt: null });
});

test("changes to a draft since it was sent are kept", () => {
  const second = image("second.png");
  const other = { name: "explain", arguments: {} };
  const attachments = ["a.csv", "b.csv"];
  expect(
    leftAfter({ text: "Do it. And that too.", images: [second], attachments, prompt: other }),
  ).toMatchObject({
    text: "And that too.",
    images: [second],
    attachments: ["b.csv"],
    prompt: other,
  });
  expect(leftAfter({ text: "Another thing" }).text).toBe("Another thing");
});

test("a draft and its key outlive a reload, until it is sent", () => {
  const { values, store } = memoryStorage();
  const before = new Drafts(store);
  before.change("ws_1", "ses_1", { text: "Half a", images: [image("a.png")] });
  before.change("ws_1", "new", { text: "Something else" });
  const after = new Drafts(store);
  expect(after.read("ws_1", "ses_1")).toEqual(before.read("ws_1", "ses_1"));
  expect(after.read("ws_1", "ses_2").text).toBe("");
  after.removeSent("ws_1", "ses_1", after.read("ws_1", "ses_1"));
  after.remove("ws_1", "new");
  expect(values.size).toBe(0);
});

test("the key of a draft changes with the message", () => {
  const drafts = new Drafts(null);
  drafts.change("ws_1", "ses_1", { text: "One" });
  const { key } = drafts.read("ws_1", "ses_1");
  expect(drafts.read("ws_1", "ses_1").key).toBe(key);
  drafts.change("ws_1", "ses_1", { text: "One and two" });
  expect(drafts.read("ws_1", "ses_1").key).not.toBe(key);
});

test("images that do not fit into the storage do not affect the text", () => {
  const { store } = memoryStorage(200);
  const big = { ...image("big.png"), image: { data: "x".repeat(300), media_type: "image/png" } as const };
  new Drafts(store).change("ws_1", "ses_1", { text: "Look", images: [big] });
  expect(new Drafts(store).read("ws_1", "ses_1")).toMatchObject({ text: "Look", images: [] });
});

test("drafts are removed at sign-out", () => {
  const { values, store } = memoryStorage();
  const drafts = new Drafts(store);
  drafts.change("ws_1", "ses_1", { text: "Mine" });
  drafts.clear();
  expect([drafts.read("ws_1", "ses_1").text, values.size]).toEqual(["", 0]);
});
