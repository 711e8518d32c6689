import * as v from "valibot";
import { Count, TimestampSchema, toTimestamp } from "../wire.ts";
import { WebhookEventTypeSchema } from "./webhook.ts";
import { WebhookMessageSchema, type WebhookMessage } from "./webhook-message.ts";

/** `pending`: will be tried. `failed`: will not be tried again unless it is replayed. */
export const DeliveryStatusSchema = v.picklist(["pending", "delivered", "failed"]);
export type DeliveryStatus = v.InferOutput<typeof DeliveryStatusSchema>;

export const WebhookDeliverySchema = v.strictObject({
  /** Sent as `webhook-id`, the same for each try. */
  id: v.string(),
  webhook_id: v.string(),
  event: WebhookEventTypeSchema,
  status: DeliveryStatusSchema,
  /** How often it was sent, including replays. */
  attempts: Count,
  /** The status of the last answer, or null. */
  response_status: v.nullable(v.pipe(v.number(), v.integer())),
  /** Why the last try failed. */
  error: v.nullable(v.string()),
  next_attempt_at: v.nullable(TimestampSchema),
  last_attempt_at: v.nullable(TimestampSchema),
  created_at: TimestampSchema,
  message: WebhookMessageSchema,
});
export type WebhookDelivery = v.InferOutput<typeof WebhookDeliverySchema>;

/** A stored delivery. Times are in milliseconds. */
export interface DeliveryRecord extends Readonly<
  Omit<WebhookDelivery, "next_attempt_at" | "last_attempt_at" | "created_at" | "message">
> {
  readonly tenant: string;
  /** The body that is signed and sent. */
  readonly body: string;
  /** Failures since it was created or replayed. They determine the next delay. */
  readonly failures: number;
  /** When it can be claimed. Null if nothing is left to do. */
  readonly due_at: number | null;
  /** Increases with each claim and each replay. */
  readonly epoch: number;
  readonly last_attempt_at: number | null;
  readonly created_at: number;
}

export function toDelivery(record: DeliveryRecord): WebhookDelivery {
  const { id, webhook_id, event, status, attempts, response_status, error } = record;
  return {
    id,
    webhook_id,
    event,
    status,
    attempts,
    response_status,
    error,
    next_attempt_at: toTimestamp(record.due_at),
    last_attempt_at: toTimestamp(record.last_attempt_at),
    created_at: toTimestamp(record.created_at),
    message: JSON.parse(record.body) as WebhookMessage,
  };
}
