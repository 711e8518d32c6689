import { RequestOpenedMessageSchema, TurnEndedMessageSchema } from "@workspace-agent/core/schemas";
import type * as v from "valibot";
import type { Parameter, Schema, WebhookOperation } from "./document-types.ts";

/** The messages that endpoints get, for the conversion of their schemas. */
export const WEBHOOK_MESSAGES: Readonly<
  Record<string, { readonly operationId: string; readonly summary: string; readonly schema: v.GenericSchema }>
> = {
  "turn.ended": {
    operationId: "onTurnEnded",
    summary: "A turn has come to its end",
    schema: TurnEndedMessageSchema,
  },
  "request.opened": {
    operationId: "onRequestOpened",
    summary: "A person is asked",
    schema: RequestOpenedMessageSchema,
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
  header("webhook-id", "The delivery's id, the same with each try: what has it was seen before."),
  header("webhook-timestamp", "When this try was made, in seconds since 1970."),
  header(
    "webhook-signature",
    "Signatures as Standard Webhooks says, `v1,<base64>` each, set apart by spaces: one for each secret that is valid.",
  ),
];

/** What endpoints have to expect: the section `webhooks` of the document. */
export function webhookOperations(
  convert: (schema: v.GenericSchema) => Schema,
): Readonly<Record<string, { readonly post: WebhookOperation }>> {
  return Object.fromEntries(
    Object.entries(WEBHOOK_MESSAGES).map(([name, { operationId, summary, schema }]) => [
      name,
      {
        post: {
          operationId,
          tags: ["Webhooks"],
          summary,
          description:
            "Sent to the endpoints of the webhooks that ask for it, at least once. Verify the signature before anything else.",
          security: [],
          parameters: HEADERS,
          requestBody: {
            required: true,
            description: "The message.",
            content: { "application/json": { schema: convert(schema) } },
          },
          responses: {
            "2XX": { description: "It was taken. The body is not kept." },
            "410": { description: "The endpoint is gone: the webhook is turned off." },
            default: { description: "It is sent again later, not before `Retry-After`." },
          },
        },
      },
    ]),
  );
}
