/** The arguments of a call by name; null where the model wrote no object. */
export function argumentsOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = text.trim() === "" ? {} : JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
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

/** The list of a `todo_write` call; null where it is none. */
export function todosOf(values: Readonly<Record<string, unknown>> | null): readonly Todo[] | null {
  const todos: unknown = values?.["todos"];
  return Array.isArray(todos) && todos.every(isTodo) ? todos : null;
}

function isTodo(value: unknown): value is Todo {
  if (typeof value !== "object" || value === null) return false;
  const { content, status } = value as Partial<Todo>;
  return typeof content === "string" && ["pending", "in_progress", "completed"].includes(status ?? "");
}

/** The id of the whole of an output that was cut, as the tool's last line names its file; null: there is none. */
export function spilledOutput(output: string): string | null {
  return (
    /\[the (?:whole output is|first 16 MiB of the output are) in \/tmp\/outputs\/(\w+)\.txt: read or grep it\]/.exec(
      output,
    )?.[1] ?? null
  );
}

/** The path below the workspace's root of a file of it; null: it is elsewhere. */
export function workspacePath(path: string | null): string | null {
  if (path === null) return null;
  const below = path.startsWith("/workspace/") ? path.slice("/workspace/".length) : path;
  return below.startsWith("/") || below.split("/").includes("..") ? null : below;
}
