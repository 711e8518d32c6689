import { getTask } from "./get-task.ts";

/** Whether a message calls the tool that may wait. */
export function mayLast(body: unknown): boolean {
  const name = memberOf(memberOf(body, "params"), "name");
  return memberOf(body, "method") === "tools/call" && name === getTask.name;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
