import type { OpenCall } from "../sessions/prompt-builder.ts";
import type { PreparedCall } from "./run-tool.ts";

const MAX_SIDE_BY_SIDE = 8;

export interface GroupedCall {
  readonly call: OpenCall;
  readonly prepared: PreparedCall;
}

const runsBesideOthers = ({ prepared }: GroupedCall) =>
  prepared.type === "refused" || prepared.tool.isReadOnly;

/** Calls in their order, cut into groups that run one after another: neighbours that only read share a group of at most 8. */
export function groupCalls(calls: readonly GroupedCall[]): GroupedCall[][] {
  const groups: GroupedCall[][] = [];
  for (const call of calls) {
    const group = groups.at(-1);
    const joins =
      group !== undefined &&
      group.length < MAX_SIDE_BY_SIDE &&
      runsBesideOthers(call) &&
      group.every(runsBesideOthers);
    if (joins) group.push(call);
    else groups.push([call]);
  }
  return groups;
}
