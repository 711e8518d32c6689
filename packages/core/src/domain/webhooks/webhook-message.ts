import * as v from "valibot";
import type { SessionEvent } from "../sessions/event.ts";
import type { SessionRecord } from "../sessions/session.ts";
import { TurnSchema } from "../sessions/turn.ts";
import { TimestampSchema } from "../wire.ts";

/** A turn has come to its end. What was said is read with the ids. */
export const TurnEndedMessageSchema = v.strictObject({
  type: v.literal("turn.ended"),
  timestamp: TimestampSchema,
  data: v.strictObject({ workspace_id: v.string(), session_id: v.string(), turn: TurnSchema }),
});

/** A person is asked. What is asked is read with the ids: it may hold what an endpoint is not to see. */
export const RequestOpenedMessageSchema = v.strictObject({
  type: v.literal("request.opened"),
  timestamp: TimestampSchema,
  data: v.strictObject({
    workspace_id: v.string(),
    /** Where it is asked, and may be answered. */
    session_id: v.string(),
    /** Of a subagent's session: that which it works for, where the request may be answered too. */
    parent_session_id: v.nullable(v.string()),
    turn_id: v.string(),
    request: v.strictObject({
      id: v.string(),
      kind: v.picklist(["approval", "question"]),
      tool: v.string(),
      created_at: TimestampSchema,
      expires_at: TimestampSchema,
    }),
  }),
});

/** The body of a delivery. */
export const WebhookMessageSchema = v.variant("type", [TurnEndedMessageSchema, RequestOpenedMessageSchema]);
export type WebhookMessage = v.InferOutput<typeof WebhookMessageSchema>;

/** What an event of a session is to webhooks; null: nothing. A subagent's turn is its parent's work, and its request is told once. */
export function toMessage(
  event: SessionEvent,
  { id, workspace_id, parent }: Pick<SessionRecord, "id" | "workspace_id" | "parent">,
): WebhookMessage | null {
  const place = { workspace_id, session_id: id };
  if (event.type === "turn.ended" && parent === null)
    return { type: event.type, timestamp: event.at, data: { ...place, turn: event.turn } };
  if (event.type !== "request.opened" || event.request.origin_session_id !== undefined) return null;
  const { request } = event;
  return {
    type: event.type,
    timestamp: event.at,
    data: {
      ...place,
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
