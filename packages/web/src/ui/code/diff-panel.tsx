import { MergeView, unifiedMergeView } from "@codemirror/merge";
import { defaultKeymap } from "@codemirror/commands";
import { searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { useEffect, useRef } from "react";
import type { DiffViewProps, SelectedLines } from "../diff-view.tsx";
import { loadLanguage } from "./languages.ts";
import { codeStyle } from "./code-style.ts";
import { oneSided } from "./one-sided.ts";
import { shadowOf } from "./shadow-host.ts";

type DiffPanelProps = DiffViewProps & { readonly layout: "split" | "unified" };

const COLLAPSED = { margin: 3, minSize: 6 };
/** Limits the time of the comparison. */
const DIFF_CONFIG = { scanLimit: 1000, timeout: 200 };

/** The comparison, which `DiffView` loads. */
export function DiffPanel({
  before,
  after,
  path,
  label,
  layout,
  lineNumbers: numbers,
  onSelect,
  className,
}: DiffPanelProps) {
  const host = useRef<HTMLDivElement>(null);
  const selected = useRef(onSelect);
  useEffect(() => void (selected.current = onSelect), [onSelect]);
  useEffect(() => {
    if (host.current === null) return;
    const root = shadowOf(host.current);
    let destroy: (() => void) | null = null;
    let isDisposed = false;
    const show = (language: Extension) => {
      if (isDisposed) return;
      const onLines = (lines: SelectedLines) => selected.current?.(lines);
      const sideOf = (name: SelectedLines["side"], title: string, doc: string) => ({
        doc,
        extensions: [side(`${title}: ${label}`, numbers?.[name], language), selecting(name, onLines)],
      });
      const sides = { a: sideOf("before", "Before", before), b: sideOf("after", "After", after) };
      const view = compare(root, sides, layout);
      destroy = () => view.destroy();
    };
    void loadLanguage(path).then(show);
    return () => {
      isDisposed = true;
      destroy?.();
    };
  }, [before, after, path, label, layout, numbers]);
  return <div ref={host} className={className} />;
}

interface Side {
  readonly doc: string;
  readonly extensions: Extension;
}

function compare(
  root: ShadowRoot,
  sides: { readonly a: Side; readonly b: Side },
  layout: DiffPanelProps["layout"],
) {
  if (sides.a.doc === "") return single(root, sides.b, "b");
  if (sides.b.doc === "") return single(root, sides.a, "a");
  return layout === "split" ? split(root, sides) : unified(root, sides);
}

/** A text that was added or deleted has one side only. */
function single(root: ShadowRoot, { doc, extensions }: Side, side: "a" | "b") {
  const state = EditorState.create({ doc, extensions: [extensions, oneSided(side)] });
  return new EditorView({ root, parent: root, state });
}

function split(root: ShadowRoot, { a, b }: { readonly a: Side; readonly b: Side }) {
  return new MergeView({ a, b, root, parent: root, collapseUnchanged: COLLAPSED, diffConfig: DIFF_CONFIG });
}

function unified(root: ShadowRoot, { a, b }: { readonly a: Side; readonly b: Side }) {
  return new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: b.doc,
      extensions: [
        unifiedMergeView({
          original: a.doc,
          mergeControls: false,
          allowInlineDiffs: false,
          collapseUnchanged: COLLAPSED,
          diffConfig: DIFF_CONFIG,
        }),
        b.extensions,
      ],
    }),
  });
}

function selecting(side: SelectedLines["side"], onLines: (lines: SelectedLines) => void): Extension {
  return EditorView.updateListener.of(({ selectionSet, state: { doc, selection } }) => {
    if (!selectionSet) return;
    const { from, to } = selection.main;
    const [first, last] = [doc.lineAt(from), doc.lineAt(to)];
    // The selection of a whole line ends at the start of the next one.
    const endsBefore = to > from && to === last.from;
    onLines({ side, first: first.number - 1, last: last.number - (endsBefore ? 2 : 1) });
  });
}

function side(
  label: string,
  numbers: readonly (number | null)[] | undefined,
  language: Extension,
): Extension {
  return [
    codeStyle,
    lineNumbers(
      numbers === undefined
        ? {}
        : { formatNumber: (line) => (line > numbers.length ? "" : String(numbers[line - 1] ?? "⋯")) },
    ),
    highlightSpecialChars(),
    EditorView.lineWrapping,
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({ "aria-label": label, "aria-readonly": "true", tabindex: "0" }),
    keymap.of([...searchKeymap, ...defaultKeymap]),
    language,
  ];
}
