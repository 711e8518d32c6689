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
import { codeStyle } from "./code-style.ts";
import { loadLanguage } from "./languages.ts";
import { lineEnds, replaceText } from "./line-ends.ts";
import { shadowOf } from "./shadow-host.ts";

/** Longer texts are not highlighted, since that would be slow. */
const MAX_HIGHLIGHTED = 2_000_000;

type Callbacks = Pick<CodeEditorProps, "onChange" | "onSave">;

/** The editor, which `CodeEditor` loads. */
export function EditorPanel(props: CodeEditorProps) {
  const { value, path, label, isReadOnly = false, isWrapped = false, onChange, onSave } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const callbacks = useRef<Callbacks>({});
  const document = useRef(value);
  // The last value that the editor reported is not set again.
  const reported = useRef(value);
  useEffect(() => {
    callbacks.current = { ...(onChange && { onChange }), ...(onSave && { onSave }) };
  }, [onChange, onSave]);

  useEffect(() => {
    if (host.current === null) return;
    const root = shadowOf(host.current);
    const language = new Compartment();
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: document.current,
        extensions: [
          lineEnds(document.current),
          language.of([]),
          isReadOnly ? readOnly : editable(callbacks),
          isWrapped ? EditorView.lineWrapping : [],
          common(label),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return;
            reported.current = update.state.sliceDoc();
            callbacks.current.onChange?.(reported.current);
          }),
        ],
      }),
    });
    view.current = editor;
    if (document.current.length <= MAX_HIGHLIGHTED)
      void loadLanguage(path).then((extension) => {
        if (view.current === editor) editor.dispatch({ effects: language.reconfigure(extension) });
      });
    return () => {
      document.current = editor.state.sliceDoc();
      view.current = null;
      editor.destroy();
    };
  }, [path, label, isReadOnly, isWrapped]);

  useEffect(() => {
    const editor = view.current;
    if (editor === null || value === reported.current) return;
    reported.current = value;
    if (value === editor.state.sliceDoc()) return;
    editor.dispatch(replaceText(editor.state, value));
  }, [value]);

  return <div ref={host} className={props.className} />;
}

function common(label: string): Extension {
  return [
    codeStyle,
    lineNumbers(),
    highlightSpecialChars(),
    drawSelection(),
    bracketMatching(),
    highlightSelectionMatches(),
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
    keymap.of([...searchKeymap, ...defaultKeymap]),
  ];
}

const readOnly: Extension = [
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  EditorView.contentAttributes.of({ "aria-readonly": "true" }),
];

function editable(callbacks: { readonly current: Callbacks }): Extension {
  return [
    history(),
    indentOnInput(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    EditorView.contentAttributes.of({ "aria-description": "Press Escape and then Tab to leave the editor." }),
    keymap.of([
      {
        key: "Mod-s",
        preventDefault: true,
        run: () => {
          callbacks.current.onSave?.();
          return true;
        },
      },
      indentWithTab,
      ...historyKeymap,
    ]),
  ];
}
