import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { lineEnds, replaceText } from "./line-ends.ts";

const TEXTS = ["a\nb\n", "a\r\nb\r\n", "a\r\nb\nc\r\n", "a\rb\nc", "", "one", "\r\n"];

const editorOf = (text: string) => EditorState.create({ doc: text, extensions: [lineEnds(text)] });

test.each(TEXTS)("the editor keeps the line endings of %j", (text) => {
  expect(editorOf(text).sliceDoc()).toBe(text);
});

test.each(["a\nb\n", "a\r\nb\r\n"])(
  "an editor of %j takes the line endings of a text that replaces its own",
  (first) => {
    for (const text of TEXTS) {
      const editor = editorOf(first);
      const { state } = editor.update(replaceText(editor, text));
      expect(state.sliceDoc()).toBe(text);
      expect(state.doc.lines).toBe(editorOf(text).doc.lines);
    }
  },
);
