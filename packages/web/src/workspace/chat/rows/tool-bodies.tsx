import { Circle, CircleCheck, CircleDot } from "lucide-react";
import { Fragment } from "react";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import type { CallRow } from "../log/row.ts";
import { LongOutput } from "../text/long-output.tsx";
import { visibleText } from "../text/visible-text.ts";
import { CallOutput } from "./call-output.tsx";
import { visibleOutput } from "./call-outcome.ts";
import { argumentsOf, textArgument, todosOf, type Todo } from "./call-arguments.ts";
import styles from "./tool-bodies.module.css";

const LineDiff = lazyComponent(async () => (await import("./line-diff.tsx")).LineDiff);

/** The arguments and result of a call. */
export function ToolBody({ row }: { readonly row: CallRow }) {
  const values = row.call === null ? null : argumentsOf(row.call.arguments);
  switch (row.name) {
    case "bash": {
      const command = textArgument(values, "command");
      return command === null ? <Plain row={row} /> : <CallOutput row={row} command={command} />;
    }
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

/** The output of a failed call whose arguments are already shown. */
function Failure({ row }: { readonly row: CallRow }) {
  const output = row.result?.is_error === true ? visibleOutput(row) : "";
  return output === "" ? null : <LongOutput text={output} label="Error" isFailed />;
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
  const values = call === null ? null : argumentsOf(call.arguments);
  return (
    <>
      {values !== null && Object.keys(values).length > 0 && (
        <dl className={styles.arguments}>
          {Object.entries(values).map(([name, value]) => (
            <Fragment key={name}>
              <dt className="muted">{visibleText(name)}</dt>
              <dd>{truncated(typeof value === "string" ? value : JSON.stringify(value))}</dd>
            </Fragment>
          ))}
        </dl>
      )}
      {values === null && call !== null && <LongOutput text={call.arguments} label="Arguments" isExact />}
      <CallOutput row={row} />
    </>
  );
}

function truncated(text: string): string {
  return visibleText(text.length > 2_000 ? `${text.slice(0, 2_000)} […]` : text);
}
