import { expect, test } from "vitest";
import { DeltaText } from "./delta-text.ts";
import type { ItemDelta } from "./schemas.ts";

/** A kind that older types of the document do not have. */
const KIND = JSON.parse('"tool_output"') as ItemDelta["kind"];

function delta(offset: number, text: string, item_id = "itm_1"): ItemDelta {
  return {
    type: "item.delta",
    session_id: "ses_1",
    turn_id: "turn_1",
    at: "2026-01-01T00:00:00.000Z",
    item_id,
    kind: "message",
    offset,
    text,
  };
}

test("pieces follow one another, each item on its own", () => {
  const texts = new DeltaText();
  expect(texts.add(delta(0, "one "))).toMatchObject({ offset: 0, text: "one ", text_so_far: "one " });
  expect(texts.add(delta(0, "other", "itm_2"))).toMatchObject({ text_so_far: "other" });
  expect(texts.add(delta(4, "two"))).toMatchObject({ offset: 4, text: "two", text_so_far: "one two" });
});

test("what was given already is cut off", () => {
  const texts = new DeltaText();
  texts.add(delta(0, "abc"));
  expect(texts.add(delta(1, "bc"))).toBeNull();
  expect(texts.add(delta(1, "bcd"))).toMatchObject({ offset: 3, text: "d", text_so_far: "abcd" });
});

test("the output of a call starts again after what was left out", () => {
  const texts = new DeltaText();
  const output = (offset: number, text: string) => ({ ...delta(offset, text), kind: KIND });
  texts.add(output(0, "one "));
  expect(texts.add(output(90, "two "))).toMatchObject({ offset: 90, text: "two ", text_so_far: "two " });
  expect(texts.add(output(92, "o three"))).toMatchObject({
    offset: 94,
    text: "three",
    text_so_far: "two three",
  });
  texts.forget("itm_1");
  expect(texts.add(output(0, "new"))).toMatchObject({ text_so_far: "new" });
});

test("what was missed is given with the next piece", () => {
  const texts = new DeltaText();
  texts.add(delta(0, "one "));
  const item = { turn_id: "turn_1", kind: "message" } as const;
  texts.sync([
    { ...item, item_id: "itm_1", offset: 0, text: "one two " },
    { ...item, item_id: "itm_2", offset: 0, text: "ot" },
  ]);
  expect(texts.add(delta(8, "three"))).toMatchObject({
    offset: 4,
    text: "two three",
    text_so_far: "one two three",
  });
  expect(texts.add(delta(2, "her", "itm_2"))).toMatchObject({ offset: 0, text: "other" });
});

test("after a gap nothing more is given of an item", () => {
  const texts = new DeltaText();
  expect(texts.add(delta(3, "late"))).toBeNull();
  texts.add(delta(0, "ab", "itm_2"));
  expect(texts.add(delta(5, "f", "itm_2"))).toBeNull();
});
