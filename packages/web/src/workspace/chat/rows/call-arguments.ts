import { isRecord } from "../../../api/parse-config.ts";

/** The arguments by name; null if the model did not write an object. */
export function argumentsOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = text.trim() === "" ? {} : JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

export function textArgument(values: Readonly<Record<string, unknown>> | null, name: string): string | null {
  const value = values?.[name];
  return typeof value === "string" ? value : null;
}

export interface Todo {
  readonly content: string;
  readonly status: "pending" | "in_progress" | "completed";
}

/** The list of a `todo_write` call; null if it is invalid. */
export function todosOf(values: Readonly<Record<string, unknown>> | null): readonly Todo[] | null {
  const todos: unknown = values?.["todos"];
  return Array.isArray(todos) && todos.every(isTodo) ? todos : null;
}

function isTodo(value: unknown): value is Todo {
  if (typeof value !== "object" || value === null) return false;
  const { content, status } = value as Partial<Todo>;
  return typeof content === "string" && ["pending", "in_progress", "completed"].includes(status ?? "");
}

/** The id of the full output, whose file is named in the last line of a truncated output; or null. */
export function fullOutputId(output: string): string | null {
  return (
    /\[the (?:whole output is|first 16 MiB of the output are) in \/tmp\/outputs\/(\w+)\.txt: read or grep it\]/.exec(
      output,
    )?.[1] ?? null
  );
}
