import { DomainError } from "@workspace-agent/core";
import { hasEnded, OPERATIONS } from "@workspace-agent/core/internal";
import { PendingRequestSchema, TurnSchema } from "@workspace-agent/core/schemas";
import * as v from "valibot";
import { Id, SessionId, WorkspaceId } from "./arguments.ts";
import { defineTool, READ_ONLY, type ToolRun } from "./tool.ts";
import { waitForTurn } from "./wait-for-turn.ts";

/** Seconds. */
const LONGEST_WAIT = 300;

const { status, stop_reason, error, queued_at, started_at, ended_at, stats } = TurnSchema.entries;
const { by, metadata, output, output_attempts } = TurnSchema.entries;

export const getTask = defineTool({
  name: "get_task",
  title: "Get a task",
  description:
    "Get the state of a task. With `wait`, the response is delayed until the task ends or waits for a person, or the time is up. While `status` is `queued` or `running`, call it again with `wait`; do not poll without it. `completed`, `failed` and `interrupted` are final, with `stop_reason` and the final message of the agent in `final_message`. `waiting` means that people must answer `pending_requests`: get their answers and send them with answer_request.",
  access: OPERATIONS.sessions.turn.access,
  rateLimit: null,
  annotations: READ_ONLY,
  input: v.strictObject({
    workspace_id: WorkspaceId,
    session_id: SessionId,
    turn_id: v.optional(
      v.pipe(Id, v.description("The `turn_id` from start_task. Default: the newest task of the session.")),
    ),
    wait: v.optional(
      v.pipe(
        v.number(),
        v.minValue(0),
        v.maxValue(LONGEST_WAIT),
        v.description(
          "Maximum seconds to wait. Many programs cancel tools after 60 seconds; use 50 for them.",
        ),
      ),
      0,
    ),
  }),
  output: v.strictObject({
    workspace_id: v.string(),
    session_id: v.string(),
    turn_id: v.string(),
    status,
    stop_reason,
    error,
    final_message: v.pipe(v.nullable(v.string()), v.description("Null until the task ends.")),
    pending_requests: v.array(PendingRequestSchema),
    stats,
    queued_at,
    started_at,
    ended_at,
    by,
    metadata,
    output,
    output_attempts,
  }),
  async run({ workspace_id, session_id, turn_id, wait }, run) {
    const turnId = turn_id ?? (await newestTurn(run, workspace_id, session_id));
    const address = { workspaceId: workspace_id, sessionId: session_id, turnId };
    const turn = await waitForTurn(run, address, wait);
    const { service, principal } = run.call;
    const result = hasEnded(turn.status)
      ? await service.chat.result(principal, workspace_id, { session_id, turn_id: turnId }, { seconds: 0 })
      : null;
    const session =
      turn.status === "waiting" ? await service.sessions.get(principal, workspace_id, session_id) : null;
    const { id, source: _, ...facts } = turn;
    return {
      workspace_id,
      turn_id: id,
      ...facts,
      final_message: result?.final_message ?? null,
      pending_requests: (session?.pending_requests ?? []).filter((request) => request.turn_id === id),
    };
  },
});

async function newestTurn({ call }: ToolRun, workspaceId: string, sessionId: string): Promise<string> {
  const { last_turn } = await call.service.sessions.get(call.principal, workspaceId, sessionId);
  if (last_turn === null) throw new DomainError("not_found", "The session has no task yet.");
  return last_turn.id;
}
