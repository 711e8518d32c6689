import { Circle, CircleCheck, CircleDot } from "lucide-react";
import { Fragment } from "react";
import type { CallRow } from "../log/row.ts";
import { diffLines } from "../text/line-diff.ts";
import { LongOutput } from "../text/long-output.tsx";
import { visibleText } from "../text/visible-text.ts";
import { outcomeOf, outputForPeople } from "./call-outcome.ts";
import { argumentsOf, textArgument, todosOf, type Todo } from "./call-arguments.ts";
import styles from "./tool-bodies.module.css";

const MAX_DIFF_LINES = 200;

/** What a call did, as fits its tool. */
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
      text={outputForPeople(row)}
      label="Output"
      command={command}
      isFailed={outcomeOf(row) === "failed"}
    />
  );
}

/** The result of a call whose arguments say already what it did, where it failed. */
function Failure({ row }: { readonly row: CallRow }) {
  const output = row.result?.is_error === true ? outputForPeople(row) : "";
  return output === "" ? null : <LongOutput text={output} label="Error" isFailed />;
}

function LineDiff({ before, after }: { readonly before: string; readonly after: string }) {
  const lines = diffLines(before, after);
  const marks = { same: " ", removed: "-", added: "+" } as const;
  return (
    <pre className={styles.diff} tabIndex={0} role="group" aria-label="Change" dir="ltr">
      {lines.slice(0, MAX_DIFF_LINES).map(({ kind, text }, index) => (
        <code key={index} className={styles.line} data-kind={kind}>
          {`${marks[kind]} ${visibleText(text)}\n`}
        </code>
      ))}
      {lines.length > MAX_DIFF_LINES && (
        <code className={styles.line}>{`… ${lines.length - MAX_DIFF_LINES} more lines`}</code>
      )}
    </pre>
  );
}

const TODO_ICONS = { pending: Circle, in_progress: CircleDot, completed: CircleCheck } as const;
const TODO_WORDS = { pending: "To do", in_progress: "In progress", completed: "Done" } as const;

export function TodoList({ todos }: { readonly todos: readonly Todo[] }) {
  return (
    <ul className={styles.todos}>
      {todos.map(({ content, status }, index) => {
        const Icon = TODO_ICONS[status];
        return (
          <li key={index} data-status={status}>
            <Icon aria-hidden />
            <span className="unseen">{TODO_WORDS[status]}: </span>
            <span>{visibleText(content)}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** Arguments by name, and the output. */
function Plain({ row }: { readonly row: CallRow }) {
  const { call } = row;
  const output = outputForPeople(row);
  const values = call === null ? null : argumentsOf(call.arguments);
  return (
    <>
      {values !== null && Object.keys(values).length > 0 && (
        <dl className={styles.arguments}>
          {Object.entries(values).map(([name, value]) => (
            <Fragment key={name}>
              <dt>{visibleText(name)}</dt>
              <dd>{shortened(typeof value === "string" ? value : JSON.stringify(value))}</dd>
            </Fragment>
          ))}
        </dl>
      )}
      {values === null && call !== null && <LongOutput text={call.arguments} label="Arguments" isExact />}
      {output !== "" && <LongOutput text={output} label="Output" isFailed={outcomeOf(row) === "failed"} />}
    </>
  );
}

function shortened(text: string): string {
  return visibleText(text.length > 2_000 ? `${text.slice(0, 2_000)} […]` : text);
}
