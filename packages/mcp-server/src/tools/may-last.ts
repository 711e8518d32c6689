import { getTask } from "./get-task.ts";

/** Whether a message calls the tool that may wait. */
export function mayLast(body: unknown): boolean {
  return memberOf(body, "method") === "tools/call" && nameOf(body) === getTask.name;
}

function nameOf(message: unknown): unknown {
  return memberOf(memberOf(message, "params"), "name");
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
