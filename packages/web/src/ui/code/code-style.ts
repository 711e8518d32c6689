import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** Stronger than the line's background, with enough contrast for comments. */
const changedText = (tone: string) => `color-mix(in oklab, var(--${tone}-soft), var(--${tone}) 14%)`;
const sign = (content: string, tone: string) => ({
  content: `"${content}"`,
  color: `var(--${tone})`,
});

const theme = EditorView.theme({
  "&": {
    height: "100%",
    color: "var(--text)",
    backgroundColor: "var(--panel)",
    fontSize: "var(--size-small)",
  },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6", overscrollBehavior: "contain" },
  ".cm-content": { padding: "var(--space-2) 0", caretColor: "var(--text)" },
  ".cm-line": { padding: "0 var(--space-3) 0 var(--space-2)" },
  ".cm-gutters": {
    backgroundColor: "var(--panel)",
    color: "var(--text-muted)",
    borderRight: "1px solid var(--line)",
  },
  ".cm-activeLine": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": { backgroundColor: "color-mix(in oklab, var(--hover), transparent 40%)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--hover)", color: "var(--text)" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "light-dark(#cfe0fb, #2b4a77)",
  },
  ".cm-selectionMatch": { backgroundColor: "var(--warn-soft)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
    backgroundColor: "var(--pressed)",
    outline: "1px solid var(--line-strong)",
  },
  ".cm-panels": { backgroundColor: "var(--sunken)", color: "var(--text)" },
  ".cm-panels.cm-panels-bottom": { borderTop: "1px solid var(--line)" },
  ".cm-panel.cm-search": { padding: "var(--space-2)", fontFamily: "var(--sans)" },
  ".cm-panel.cm-search label": { fontSize: "var(--size-small)" },
  ".cm-textfield, .cm-button": {
    border: "1px solid var(--line-strong)",
    borderRadius: "var(--radius-small)",
    background: "var(--panel)",
    color: "var(--text)",
    fontSize: "var(--size-small)",
  },
  ".cm-panel.cm-search [name=close]": { color: "var(--text)" },
  ".cm-searchMatch": { backgroundColor: "var(--warn-soft)", outline: "1px solid var(--warn)" },
  ".cm-specialChar": { color: "var(--bad)" },
  // Diffs.
  "&.cm-merge-a .cm-changedLine, .cm-deletedChunk": { backgroundColor: "var(--bad-soft)" },
  "&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine, .cm-insertedLine": {
    backgroundColor: "var(--good-soft)",
  },
  "&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText": {
    background: `${changedText("bad")} !important`,
  },
  "&.cm-merge-b .cm-changedText": { background: `${changedText("good")} !important` },
  ".cm-deletedChunk": { paddingLeft: "var(--space-2)" },
  ".cm-changeGutter": { width: "1.1em", paddingLeft: "0", textAlign: "center" },
  ".cm-changeGutter .cm-gutterElement": { background: "none !important" },
  "&.cm-merge-a .cm-changedLineGutter::before, .cm-deletedLineGutter::before": sign("−", "bad"),
  "&.cm-merge-b .cm-changedLineGutter::before, .cm-inlineChangedLineGutter::before": sign("+", "good"),
  ".cm-collapsedLines": {
    background: "var(--sunken) !important",
    color: "var(--text-muted) !important",
    fontFamily: "var(--sans)",
  },
  ".cm-mergeSpacer": {
    background:
      "repeating-linear-gradient(-45deg, var(--sunken) 0 6px, color-mix(in oklab, var(--sunken), var(--line) 60%) 6px 7px)",
  },
});

const highlighting = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: "var(--code-keyword)" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: "var(--code-number)" },
  { tag: [tags.comment, tags.meta], color: "var(--text-muted)", fontStyle: "italic" },
  { tag: [tags.propertyName, tags.attributeName, tags.labelName], color: "var(--code-name)" },
  { tag: [tags.function(tags.variableName), tags.definition(tags.variableName)], color: "var(--code-name)" },
  { tag: [tags.typeName, tags.className, tags.tagName, tags.namespace], color: "var(--code-type)" },
  { tag: tags.heading, color: "var(--text)", fontWeight: "700" },
  { tag: tags.strong, fontWeight: "700" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: [tags.link, tags.url], color: "var(--accent)", textDecoration: "underline" },
  { tag: tags.inserted, color: "var(--good)" },
  { tag: tags.deleted, color: "var(--bad)" },
  { tag: tags.invalid, color: "var(--bad)" },
]);

/** The look of code in editors and diffs, by the design tokens. */
export const codeStyle: Extension = [theme, syntaxHighlighting(highlighting)];
