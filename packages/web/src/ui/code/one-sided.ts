import { type Extension, type Range } from "@codemirror/state";
import { Decoration, EditorView, gutter, GutterMarker } from "@codemirror/view";

class Sign extends GutterMarker {
  override elementClass = "cm-changedLineGutter";
}

const SIGN = new Sign();
const CHANGED = Decoration.line({ class: "cm-changedLine" });

/** Shows every line as added (`b`) or deleted (`a`). */
export function oneSided(side: "a" | "b"): Extension {
  return [
    EditorView.editorAttributes.of({ class: `cm-merge-${side}` }),
    gutter({ class: "cm-changeGutter", lineMarker: () => SIGN }),
    EditorView.decorations.of(({ state, visibleRanges }) => {
      const lines: Range<Decoration>[] = [];
      for (const { from, to } of visibleRanges) {
        for (let at = from; at <= to;) {
          const line = state.doc.lineAt(at);
          lines.push(CHANGED.range(line.from));
          at = line.to + 1;
        }
      }
      return Decoration.set(lines);
    }),
  ];
}
