import { EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { lineEndOf } from "./line-ends.ts";

describe("line ends", () => {
  it.each(["a\nb\n", "a\r\nb\r\n", "a\r\nb\nc\r\n", "a\rb\nc", "", "one", "\r\n"])(
    "keeps %j as it is",
    (text) => {
      const state = EditorState.create({
        doc: text,
        extensions: [EditorState.lineSeparator.of(lineEndOf(text))],
      });
      expect(state.sliceDoc()).toBe(text);
    },
  );
});
