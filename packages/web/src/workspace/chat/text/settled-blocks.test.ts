import * as fc from "fast-check";
import { expect, test } from "vitest";
import { settledBlocks } from "./settled-blocks.ts";

const line = fc.constantFrom("Words.", "", "```", "~~~~", "- entry", "  more", "1. first", "# Title");
const text = fc.array(line, { maxLength: 20 }).map((lines) => lines.join("\n"));

test("the blocks add up to the text", () => {
  fc.assert(
    fc.property(text, (whole) => {
      expect(settledBlocks(whole).join("")).toBe(whole);
    }),
  );
});

test("more text changes only the last block", () => {
  fc.assert(
    fc.property(text, text, (before, more) => {
      const settled = settledBlocks(before).slice(0, -1);
      expect(settledBlocks(before + more).slice(0, settled.length)).toEqual(settled);
    }),
  );
});

test("code and lists are not split", () => {
  expect(settledBlocks("One.\n\n```\na\n\nb\n```\n\n- x\n\n- y\n\nEnd.\n")).toEqual([
    "One.\n\n",
    "```\na\n\nb\n```\n\n- x\n\n- y\n\n",
    "End.\n",
  ]);
});
