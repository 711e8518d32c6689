import { diffLines } from "diff";
import { visibleText } from "../text/visible-text.ts";
import styles from "./tool-bodies.module.css";

const MAX_DIFF_LINES = 200;

interface DiffLine {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** Texts with more changes are shown as replaced. */
const MAX_EDITS = 2_000;
const SIGNS = { same: " ", removed: "-", added: "+" } as const;
const TONES = { same: undefined, removed: "bad", added: "good" } as const;

function linesOf(text: string, kind: DiffLine["kind"]): readonly DiffLine[] {
  return text === ""
    ? []
    : text
        .replace(/\n$/, "")
        .split("\n")
        .map((line) => ({ kind, text: line }));
}

function changedLines(before: string, after: string): readonly DiffLine[] {
  const changes = diffLines(before, after, { maxEditLength: MAX_EDITS, ignoreNewlineAtEof: true });
  if (changes === undefined) return [...linesOf(before, "removed"), ...linesOf(after, "added")];
  return changes.flatMap(({ value, added, removed }) =>
    linesOf(value, added ? "added" : removed ? "removed" : "same"),
  );
}

/** The lines that an edit removes and adds. */
export function LineDiff({ before, after }: { readonly before: string; readonly after: string }) {
  const lines = changedLines(before, after);
  return (
    <pre className={styles.diff} tabIndex={0} role="group" aria-label="Changes" dir="ltr">
      {lines.slice(0, MAX_DIFF_LINES).map(({ kind, text }, index) => (
        <code key={index} className={styles.line} data-tone={TONES[kind]}>
          {`${SIGNS[kind]} ${visibleText(text)}\n`}
        </code>
      ))}
      {lines.length > MAX_DIFF_LINES && (
        <code className={styles.line}>{`… ${lines.length - MAX_DIFF_LINES} more lines`}</code>
      )}
    </pre>
  );
}
