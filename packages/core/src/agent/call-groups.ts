import type { OpenCall } from "./prompt/prompt-builder.ts";
import type { PreparedCall } from "./run-tool.ts";
import { taskTool } from "./tools/task.ts";

const MAX_SIDE_BY_SIDE = 8;
const MAX_SUBAGENTS = 4;

export interface GroupedCall {
  readonly call: OpenCall;
  prepared: PreparedCall;
}

/** Whether the call may run beside others and before its start is durable, because running it again does no harm. */
export const changesNothing = ({ prepared }: GroupedCall) =>
  prepared.type === "refused" || prepared.tool.isReadOnly;

/** Whether a subagent runs the call. */
export const isTask = ({ prepared }: GroupedCall) => prepared.type === "ready" && prepared.tool === taskTool;

export const isResumed = ({ prepared }: GroupedCall) =>
  prepared.type === "ready" && prepared.isResumed === true;

/** Whether the caller runs the call. */
const isOfCaller = ({ prepared }: GroupedCall) =>
  prepared.type === "ready" && prepared.tool.isOfCaller === true;

function joins(group: readonly GroupedCall[], call: GroupedCall): boolean {
  if (isTask(call)) return group.length < MAX_SUBAGENTS && group.every(isTask);
  // They wait for the calls before them, and then for their results all at once.
  if (isOfCaller(call) || group.some(isOfCaller)) return isOfCaller(call) && group.every(isOfCaller);
  return group.length < MAX_SIDE_BY_SIDE && changesNothing(call) && group.every(changesNothing);
}

/** Splits calls, in their order, into groups that run one after another. Neighbours that only read share a group of up to 8, subagents one of up to 4, calls of the caller one of any size. */
export function groupCalls(calls: readonly GroupedCall[]): GroupedCall[][] {
  const groups: GroupedCall[][] = [];
  for (const call of calls) {
    const group = groups.at(-1);
    if (group !== undefined && joins(group, call)) group.push(call);
    else groups.push([call]);
  }
  return groups;
}
