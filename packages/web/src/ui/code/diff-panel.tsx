import { MergeView, unifiedMergeView } from "@codemirror/merge";
import { defaultKeymap } from "@codemirror/commands";
import { searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { useEffect, useRef } from "react";
import type { DiffViewProps } from "../diff-view.tsx";
import { languageOf } from "./languages.ts";
import { look } from "./look.ts";
import { oneSided } from "./one-sided.ts";
import { shadowOf } from "./shadow-host.ts";

type DiffPanelProps = DiffViewProps & { readonly layout: "split" | "unified" };

const FOLDED = { margin: 3, minSize: 6 };
/** Changed characters that are compared closely, and milliseconds of it. */
const CLOSE = { scanLimit: 1000, timeout: 200 };

/** The comparison itself; `DiffView` loads it. */
export function DiffPanel({
  before,
  after,
  path,
  label,
  layout,
  lineNumbers: numbers,
  className,
}: DiffPanelProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null) return;
    const root = shadowOf(host.current);
    let destroy: (() => void) | null = null;
    let isGone = false;
    const show = (language: Extension) => {
      if (isGone) return;
      const sides = {
        a: { doc: before, extensions: side(`Before: ${label}`, numbers?.before, language) },
        b: { doc: after, extensions: side(`After: ${label}`, numbers?.after, language) },
      };
      const made = compared(root, sides, layout);
      destroy = () => made.destroy();
    };
    const load = languageOf(path);
    if (load === null) show([]);
    else void load().then(show, () => show([]));
    return () => {
      isGone = true;
      destroy?.();
    };
  }, [before, after, path, label, layout, numbers]);
  return <div ref={host} className={className} />;
}

interface Side {
  readonly doc: string;
  readonly extensions: Extension;
}

function compared(
  root: ShadowRoot,
  sides: { readonly a: Side; readonly b: Side },
  layout: DiffPanelProps["layout"],
) {
  if (sides.a.doc === "") return alone(root, sides.b, "b");
  if (sides.b.doc === "") return alone(root, sides.a, "a");
  return layout === "split" ? split(root, sides) : unified(root, sides);
}

/** Of a text that was added or deleted there is one side. */
function alone(root: ShadowRoot, { doc, extensions }: Side, side: "a" | "b") {
  const state = EditorState.create({ doc, extensions: [extensions, oneSided(side)] });
  return new EditorView({ root, parent: root, state });
}

function split(root: ShadowRoot, { a, b }: { readonly a: Side; readonly b: Side }) {
  return new MergeView({ a, b, root, parent: root, collapseUnchanged: FOLDED, diffConfig: CLOSE });
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
          collapseUnchanged: FOLDED,
          diffConfig: CLOSE,
        }),
        b.extensions,
      ],
    }),
  });
}

function side(
  label: string,
  numbers: readonly (number | null)[] | undefined,
  language: Extension,
): Extension {
  return [
    look,
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
