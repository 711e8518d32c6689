import type { SessionEvent } from "./event.ts";
import { addStats } from "./project-turn.ts";
import { noStats, type TurnRecord, type TurnSubagents } from "./turn.ts";

const none: TurnSubagents = { open: [], spent: noStats };

/** A running turn after an event: its open subagents, and the usage of those that have ended. */
export function projectSubagents(record: TurnRecord, event: SessionEvent): TurnRecord {
  const { open, spent } = record.subagents ?? none;
  if (event.type === "item.started" && event.child_session_id !== undefined) {
    const part = event.item.content.find(({ type }) => type === "tool_call");
    if (part?.type !== "tool_call") return record;
    const begun = { call_id: part.call_id, session_id: event.child_session_id };
    return { ...record, subagents: { open: [...open, begun], spent } };
  }
  if (event.type !== "item.completed" || event.item.kind !== "tool_result" || open.length === 0)
    return record;
  const part = event.item.content.find(({ type }) => type === "tool_result");
  if (part?.type !== "tool_result") return record;
  const left = open.filter(({ call_id }) => call_id !== part.call_id);
  if (left.length === open.length) return record;
  const used = part.subagent?.stats ?? noStats;
  return { ...record, subagents: { open: left, spent: addStats(spent, used) } };
}
