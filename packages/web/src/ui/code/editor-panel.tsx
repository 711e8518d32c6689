import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { useEffect, useRef } from "react";
import type { CodeEditorProps } from "../code-editor.tsx";
import { languageOf } from "./languages.ts";
import { lineEndOf } from "./line-ends.ts";
import { look } from "./look.ts";
import { shadowOf } from "./shadow-host.ts";

/** Text that grows beyond this is not coloured: it would take the browser too long. */
const COLOURED = 2_000_000;

type Heard = Pick<CodeEditorProps, "onChange" | "onSave">;

/** The editor itself; `CodeEditor` loads it. */
export function EditorPanel(props: CodeEditorProps) {
  const { value, path, label, isReadOnly = false, isWrapped = false, onChange, onSave } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const heard = useRef<Heard>({});
  const first = useRef(value);
  // What the editor itself said last is not given back to it.
  const said = useRef(value);
  useEffect(() => {
    heard.current = { ...(onChange && { onChange }), ...(onSave && { onSave }) };
  }, [onChange, onSave]);

  useEffect(() => {
    if (host.current === null) return;
    const root = shadowOf(host.current);
    const language = new Compartment();
    const made = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          EditorState.lineSeparator.of(lineEndOf(first.current)),
          language.of([]),
          isReadOnly ? reading : writing(heard),
          isWrapped ? EditorView.lineWrapping : [],
          common(label),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return;
            said.current = update.state.sliceDoc();
            heard.current.onChange?.(said.current);
          }),
        ],
      }),
    });
    view.current = made;
    let isGone = false;
    const load = first.current.length <= COLOURED ? languageOf(path) : null;
    void load?.().then((extension) => {
      if (!isGone) made.dispatch({ effects: language.reconfigure(extension) });
    });
    return () => {
      isGone = true;
      first.current = made.state.sliceDoc();
      view.current = null;
      made.destroy();
    };
  }, [path, label, isReadOnly, isWrapped]);

  useEffect(() => {
    const editor = view.current;
    if (editor === null || value === said.current) return;
    said.current = value;
    if (value === editor.state.sliceDoc()) return;
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: editor.state.toText(value) },
    });
  }, [value]);

  return <div ref={host} className={props.className} />;
}

function common(label: string): Extension {
  return [
    look,
    lineNumbers(),
    highlightSpecialChars(),
    drawSelection(),
    bracketMatching(),
    highlightSelectionMatches(),
    EditorView.contentAttributes.of({ "aria-label": label }),
    keymap.of([...searchKeymap, ...defaultKeymap]),
  ];
}

const reading: Extension = [
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  EditorView.contentAttributes.of({ "aria-readonly": "true", tabindex: "0" }),
];

function writing(heard: { readonly current: Heard }): Extension {
  return [
    history(),
    indentOnInput(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    EditorView.contentAttributes.of({
      "aria-description": "Escape, then Tab, leaves the editor.",
      // An editor is in the order of focus anyway; checks of what scrolls see it by this alone.
      tabindex: "0",
    }),
    keymap.of([
      {
        key: "Mod-s",
        preventDefault: true,
        run: () => {
          heard.current.onSave?.();
          return true;
        },
      },
      indentWithTab,
      ...historyKeymap,
    ]),
  ];
}
