import {
  BatchEndedMessageSchema,
  RequestOpenedMessageSchema,
  ScheduleRunMessageSchema,
  TurnEndedMessageSchema,
} from "@workspace-agent/core/schemas";
import type * as v from "valibot";
import { mapValues } from "../map-values.ts";
import type { Operation, Parameter, Schema } from "../openapi-document.ts";

/** The messages that endpoints receive. */
export const WEBHOOK_MESSAGES: Readonly<
  Record<string, { readonly operationId: string; readonly summary: string; readonly schema: v.GenericSchema }>
> = {
  "turn.ended": {
    operationId: "onTurnEnded",
    summary: "A turn ended",
    schema: TurnEndedMessageSchema,
  },
  "request.opened": {
    operationId: "onRequestOpened",
    summary: "A turn waits for a person",
    schema: RequestOpenedMessageSchema,
  },
  "schedule.run": {
    operationId: "onScheduleRun",
    summary: "A time of a schedule was decided",
    schema: ScheduleRunMessageSchema,
  },
  "batch.ended": {
    operationId: "onBatchEnded",
    summary: "A batch has ended",
    schema: BatchEndedMessageSchema,
  },
};

const header = (name: string, description: string): Parameter => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
});

const HEADERS: readonly Parameter[] = [
  header(
    "webhook-id",
    "The id of the delivery, which is the same for each attempt. Use it to detect duplicates.",
  ),
  header("webhook-timestamp", "The time of this attempt, in seconds since 1970."),
  header(
    "webhook-signature",
    "Signatures as defined by Standard Webhooks: `v1,<base64>` for each valid secret, separated by spaces.",
  ),
];

/** The section `webhooks` of the document. */
export function webhookOperations(
  convert: (schema: v.GenericSchema) => Schema,
): Readonly<Record<string, { readonly post: Operation }>> {
  return mapValues(WEBHOOK_MESSAGES, ({ operationId, summary, schema }) => ({
    post: {
      operationId,
      tags: ["Webhooks"],
      summary,
      description: "Sent at least once to each webhook that subscribed to it. Verify the signature first.",
      security: [],
      parameters: HEADERS,
      requestBody: {
        required: true,
        description: "The message.",
        content: { "application/json": { schema: convert(schema) } },
      },
      responses: {
        "2XX": { description: "Accepted. The body is ignored." },
        "410": { description: "The endpoint no longer exists. The webhook is disabled." },
        default: { description: "Retried later, not before `Retry-After`." },
      },
    },
  }));
}
