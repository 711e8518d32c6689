import { Compartment, EditorState, Text, type Extension, type TransactionSpec } from "@codemirror/state";

const separator = new Compartment();

/** What makes an editor of this text report it with the line endings that it has. */
export function lineEnds(text: string): Extension {
  return separator.of(EditorState.lineSeparator.of(lineEndOf(text)));
}

/** Replaces the whole text, and the line endings with it. */
export function replaceText(state: EditorState, text: string): TransactionSpec {
  const end = lineEndOf(text);
  return {
    changes: { from: 0, to: state.doc.length, insert: Text.of(text.split(end)) },
    effects: separator.reconfigure(EditorState.lineSeparator.of(end)),
  };
}

/** The most frequent line ending of a text. The others stay in their lines as characters, so that saving keeps them. */
function lineEndOf(text: string): "\n" | "\r\n" {
  const all = text.split("\n").length - 1;
  const windows = text.split("\r\n").length - 1;
  return windows * 2 > all ? "\r\n" : "\n";
}
