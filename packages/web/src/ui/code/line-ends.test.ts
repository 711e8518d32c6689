import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { lineEndOf } from "./line-ends.ts";

test.each(["a\nb\n", "a\r\nb\r\n", "a\r\nb\nc\r\n", "a\rb\nc", "", "one", "\r\n"])(
  "the editor keeps the line endings of %j",
  (text) => {
    const extensions = [EditorState.lineSeparator.of(lineEndOf(text))];
    expect(EditorState.create({ doc: text, extensions }).sliceDoc()).toBe(text);
  },
);
