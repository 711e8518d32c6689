import { newId } from "../../domain/ids.ts";
import type { Repositories } from "../../ports/store.ts";
import { newSession } from "../../sessions/new-session.ts";
import { DEFAULT_ATTEMPTS } from "../../domain/sessions/output-limits.ts";
import type { Parent } from "../../domain/sessions/parent.ts";
import type { Appended, SessionLog } from "../../sessions/session-log.ts";
import { messageItem } from "../../sessions/turn-acceptance.ts";
import type { SessionRecord } from "../../domain/sessions/session.ts";
import { completeTurn, type Turn } from "../../domain/sessions/turn.ts";
import type { Limits } from "../../domain/workspaces/config.ts";
import type { WorkspaceRecord } from "../../domain/workspaces/workspace.ts";
import type { TaskArguments } from "../tools/task.ts";

const MAX_NAME = 128;

/** A subagent before its session exists. */
export interface PlannedSubagent {
  readonly id: string;
  readonly call_id: string;
  readonly task: TaskArguments;
  readonly limits: Limits;
}

/** A description as the name of a session. */
function nameOf(description: string): string {
  const plain = description
    .toWellFormed()
    .replace(/\p{Cc}+/gu, " ")
    .trim();
  return plain.slice(0, MAX_NAME).toWellFormed();
}

/** Creates the session of a subagent with its task as a queued turn, in the transaction that starts the call. */
export async function makeSubagent(
  repositories: Repositories,
  log: SessionLog,
  workspace: WorkspaceRecord,
  parentTurn: Turn,
  { id, call_id, task, limits }: PlannedSubagent,
): Promise<Appended> {
  const { session_id, id: turnId, source, by, metadata } = completeTurn(parentTurn);
  const parent: Parent = { session_id, turn_id: turnId, call_id };
  const name = nameOf(task.description) || null;
  const record: SessionRecord = { ...newSession(workspace, id), name, parent };
  await repositories.sessions.insert(record);
  const turn_id = newId("turn");
  const { output_schema: schema } = task;
  const text = task.prompt.toWellFormed().replaceAll("\0", "");
  return log.append(repositories, record, [
    { type: "session.started", turn_id: null, workspace_id: workspace.id, parent },
    {
      type: "turn.queued",
      turn_id,
      source,
      limits,
      metadata,
      ...(by !== null && { by }),
      ...(schema !== undefined && { output: { schema, max_attempts: DEFAULT_ATTEMPTS } }),
    },
    { type: "item.completed", turn_id, item: messageItem(turn_id, { text, images: [], attached: [] }) },
  ]);
}
