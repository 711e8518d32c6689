import * as v from "valibot";
import { BatchSchema } from "../batches/batch.ts";
import { ScheduleRunSchema } from "../schedules/schedule-run.ts";
import type { SessionEvent } from "../sessions/event.ts";
import { RequestKindSchema } from "../sessions/request.ts";
import type { SessionRecord } from "../sessions/session.ts";
import { TurnSchema } from "../sessions/turn.ts";
import { TimestampSchema } from "../wire.ts";

/** A turn has ended. Read its messages with the ids. */
export const TurnEndedMessageSchema = v.strictObject({
  type: v.literal("turn.ended"),
  timestamp: TimestampSchema,
  data: v.strictObject({ workspace_id: v.string(), session_id: v.string(), turn: TurnSchema }),
});

/** A request was opened. Read its content with the ids: it may contain what an endpoint must not see. */
export const RequestOpenedMessageSchema = v.strictObject({
  type: v.literal("request.opened"),
  timestamp: TimestampSchema,
  data: v.strictObject({
    workspace_id: v.string(),
    /** The session of the request, where it can be answered. */
    session_id: v.string(),
    /** For a subagent: the session that it works for, where the request can be answered too. */
    parent_session_id: v.nullable(v.string()),
    turn_id: v.string(),
    request: v.strictObject({
      id: v.string(),
      kind: RequestKindSchema,
      tool: v.string(),
      created_at: TimestampSchema,
      expires_at: TimestampSchema,
    }),
  }),
});

/** A time of a schedule was decided: its turn was accepted, or the run says why not. The turn's end is a message of its own. */
export const ScheduleRunMessageSchema = v.strictObject({
  type: v.literal("schedule.run"),
  timestamp: TimestampSchema,
  data: v.strictObject({ workspace_id: v.string(), run: ScheduleRunSchema }),
});

/** A batch has ended: completed or cancelled. Read its results with the id. */
export const BatchEndedMessageSchema = v.strictObject({
  type: v.literal("batch.ended"),
  timestamp: TimestampSchema,
  data: v.strictObject({
    workspace_id: v.pipe(
      v.nullable(v.string()),
      v.description("The workspace of all items. Null if each has its own."),
    ),
    batch: v.pipe(
      v.omit(BatchSchema, ["defaults"]),
      v.description("Without `defaults`, which may contain what an endpoint must not see."),
    ),
  }),
});

/** The body of a delivery. */
export const WebhookMessageSchema = v.variant("type", [
  TurnEndedMessageSchema,
  RequestOpenedMessageSchema,
  ScheduleRunMessageSchema,
  BatchEndedMessageSchema,
]);
export type WebhookMessage = v.InferOutput<typeof WebhookMessageSchema>;

/** The message for an event, or null if webhooks do not report it. Turns of subagents are not reported, and their requests only once. */
export function toMessage(
  event: SessionEvent,
  { id, workspace_id, parent }: Pick<SessionRecord, "id" | "workspace_id" | "parent">,
): WebhookMessage | null {
  const ids = { workspace_id, session_id: id };
  if (event.type === "turn.ended" && parent === null)
    return { type: event.type, timestamp: event.at, data: { ...ids, turn: event.turn } };
  if (event.type !== "request.opened" || event.request.origin_session_id !== undefined) return null;
  const { request } = event;
  return {
    type: event.type,
    timestamp: event.at,
    data: {
      ...ids,
      parent_session_id: parent?.session_id ?? null,
      turn_id: request.turn_id,
      request: {
        id: request.id,
        kind: request.kind,
        tool: request.tool,
        created_at: request.created_at,
        expires_at: request.expires_at,
      },
    },
  };
}
