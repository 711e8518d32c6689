import { expect, test } from "vitest";
import { drafts } from "./drafts.ts";
import type { DraftImage } from "./images.ts";

const image = (name: string): DraftImage => ({ name, size: 0, image: { data: "", media_type: "image/png" } });

/** What is left of a draft that was sent and changed while it was on its way. */
function leftAfter(change: Parameters<typeof drafts.change>[2]) {
  const first = image("first.png");
  const prompt = { name: "review", arguments: {} };
  drafts.change("ws_1", "ses_1", { text: "Do it.", images: [first], prompt });
  const sent = drafts.read("ws_1", "ses_1");
  drafts.change("ws_1", "ses_1", change);
  drafts.takeOut("ws_1", "ses_1", sent);
  return drafts.read("ws_1", "ses_1");
}

test("a draft that was sent is empty", () => {
  expect(leftAfter({})).toEqual({ text: "", images: [], prompt: null });
});

test("what was added to a draft while it was on its way stays", () => {
  const second = image("second.png");
  const other = { name: "explain", arguments: {} };
  const images = [...drafts.read("ws_1", "ses_1").images, second];
  expect(leftAfter({ text: "Do it. And that too.", images, prompt: other })).toEqual({
    text: "And that too.",
    images: [second],
    prompt: other,
  });
  expect(leftAfter({ text: "Another thing" }).text).toBe("Another thing");
});
