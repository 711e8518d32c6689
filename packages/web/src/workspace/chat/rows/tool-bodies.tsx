import { diffLines } from "diff";
import { Circle, CircleCheck, CircleDot } from "lucide-react";
import { Fragment } from "react";
import type { CallRow } from "../log/row.ts";

import { LongOutput } from "../text/long-output.tsx";
import { visibleText } from "../text/visible-text.ts";
import { outcomeOf, visibleOutput } from "./call-outcome.ts";
import { argumentsOf, textArgument, todosOf, type Todo } from "./call-arguments.ts";
import styles from "./tool-bodies.module.css";

const MAX_DIFF_LINES = 200;

/** The arguments and result of a call. */
export function ToolBody({ row }: { readonly row: CallRow }) {
  const values = row.call === null ? null : argumentsOf(row.call.arguments);
  switch (row.name) {
    case "bash":
      return <Terminal row={row} command={textArgument(values, "command")} />;
    case "edit": {
      const before = textArgument(values, "old_text");
      const after = textArgument(values, "new_text");
      if (before === null || after === null) return <Plain row={row} />;
      return (
        <>
          <LineDiff before={before} after={after} />
          <Failure row={row} />
        </>
      );
    }
    case "write": {
      const content = textArgument(values, "content");
      if (content === null) return <Plain row={row} />;
      return (
        <>
          <LongOutput text={content} label="Content" isExact />
          <Failure row={row} />
        </>
      );
    }
    case "todo_write": {
      const todos = todosOf(values);
      return todos === null ? <Plain row={row} /> : <TodoList todos={todos} />;
    }
    default:
      return <Plain row={row} />;
  }
}

function Terminal({ row, command }: { readonly row: CallRow; readonly command: string | null }) {
  if (command === null) return <Plain row={row} />;
  return (
    <LongOutput
      text={visibleOutput(row)}
      label="Output"
      command={command}
      isFailed={outcomeOf(row) === "failed"}
    />
  );
}

/** The output of a failed call whose arguments are already shown. */
function Failure({ row }: { readonly row: CallRow }) {
  const output = row.result?.is_error === true ? visibleOutput(row) : "";
  return output === "" ? null : <LongOutput text={output} label="Error" isFailed />;
}

interface DiffLine {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** Texts with more changes are shown as replaced. */
const MAX_EDITS = 2_000;
const SIGNS = { same: " ", removed: "-", added: "+" } as const;

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

function LineDiff({ before, after }: { readonly before: string; readonly after: string }) {
  const lines = changedLines(before, after);
  return (
    <pre className={styles.diff} tabIndex={0} role="group" aria-label="Changes" dir="ltr">
      {lines.slice(0, MAX_DIFF_LINES).map(({ kind, text }, index) => (
        <code key={index} className={styles.line} data-kind={kind}>
          {`${SIGNS[kind]} ${visibleText(text)}\n`}
        </code>
      ))}
      {lines.length > MAX_DIFF_LINES && (
        <code className={styles.line}>{`… ${lines.length - MAX_DIFF_LINES} more lines`}</code>
      )}
    </pre>
  );
}

const TODO_ICONS = { pending: Circle, in_progress: CircleDot, completed: CircleCheck } as const;
const TODO_TEXTS = { pending: "To do", in_progress: "In progress", completed: "Done" } as const;

function TodoList({ todos }: { readonly todos: readonly Todo[] }) {
  return (
    <ul className={styles.todos}>
      {todos.map(({ content, status }, index) => {
        const Icon = TODO_ICONS[status];
        return (
          <li key={index} data-status={status}>
            <Icon aria-hidden />
            <span className="unseen">{TODO_TEXTS[status]}: </span>
            <span>{visibleText(content)}</span>
          </li>
        );
      })}
    </ul>
  );
}

function Plain({ row }: { readonly row: CallRow }) {
  const { call } = row;
  const output = visibleOutput(row);
  const values = call === null ? null : argumentsOf(call.arguments);
  return (
    <>
      {values !== null && Object.keys(values).length > 0 && (
        <dl className={styles.arguments}>
          {Object.entries(values).map(([name, value]) => (
            <Fragment key={name}>
              <dt>{visibleText(name)}</dt>
              <dd>{truncated(typeof value === "string" ? value : JSON.stringify(value))}</dd>
            </Fragment>
          ))}
        </dl>
      )}
      {values === null && call !== null && <LongOutput text={call.arguments} label="Arguments" isExact />}
      {output !== "" && <LongOutput text={output} label="Output" isFailed={outcomeOf(row) === "failed"} />}
    </>
  );
}

function truncated(text: string): string {
  return visibleText(text.length > 2_000 ? `${text.slice(0, 2_000)} […]` : text);
}
