import * as v from "valibot";
import { TimestampSchema, wholeNumber, WorkspaceIdsSchema } from "../wire.ts";

/** The events that webhooks report. */
export const WebhookEventTypeSchema = v.picklist([
  "turn.ended",
  "request.opened",
  "schedule.run",
  "batch.ended",
]);
export type WebhookEventType = v.InferOutput<typeof WebhookEventTypeSchema>;

function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return (protocol === "https:" || protocol === "http:") && username === "" && password === "" && hash === "";
}

const Endpoint = v.pipe(
  v.string(),
  v.maxLength(2048),
  v.regex(/^https?:\/\//, "must be an http or https address"),
  v.check(isEndpoint, "must be an http or https address without credentials and fragment"),
);
const Description = v.pipe(v.string(), v.maxLength(1024));
const Events = v.pipe(v.array(WebhookEventTypeSchema), v.minLength(1), v.maxLength(4));

/** Why the service disabled a webhook: its endpoint answered 410, or failed for days. */
export const DisabledReasonSchema = v.picklist(["gone", "failing"]);
export type DisabledReason = v.InferOutput<typeof DisabledReasonSchema>;

const webhookFields = {
  id: v.string(),
  url: v.string(),
  description: v.string(),
  events: v.array(WebhookEventTypeSchema),
  /** The workspaces that it reports. Null: all. */
  workspace_ids: v.nullable(v.array(v.string())),
  enabled: v.boolean(),
  disabled_reason: v.nullable(DisabledReasonSchema),
  /** Since when all deliveries have failed. */
  failing_since: v.nullable(TimestampSchema),
  created_at: TimestampSchema,
  updated_at: TimestampSchema,
};

export const WebhookSchema = v.strictObject(webhookFields);
export type Webhook = v.InferOutput<typeof WebhookSchema>;

/** A new webhook, with the secret that signs its deliveries. */
export const CreatedWebhookSchema = v.strictObject({ ...webhookFields, secret: v.string() });
export type CreatedWebhook = v.InferOutput<typeof CreatedWebhookSchema>;

export const CreateWebhookSchema = v.strictObject({
  url: Endpoint,
  description: v.optional(Description),
  /** Default: all. */
  events: v.optional(Events),
  workspace_ids: v.optional(WorkspaceIdsSchema),
  enabled: v.optional(v.boolean()),
});
export type CreateWebhook = v.InferOutput<typeof CreateWebhookSchema>;

export const UpdateWebhookSchema = v.strictObject({
  ...CreateWebhookSchema.entries,
  url: v.optional(Endpoint),
});
export type UpdateWebhook = v.InferOutput<typeof UpdateWebhookSchema>;

export const RotateWebhookSecretSchema = v.strictObject({
  previous_valid_seconds: v.optional(
    v.pipe(
      wholeNumber(0, 604_800),
      v.description("How long deliveries are also signed with the previous secret. Default: a day."),
    ),
  ),
});
export type RotateWebhookSecret = v.InferOutput<typeof RotateWebhookSecretSchema>;

export const RotatedWebhookSecretSchema = v.strictObject({
  secret: v.string(),
  /** Until when deliveries are also signed with the previous secret. Null if it is no longer valid. */
  previous_valid_until: v.nullable(TimestampSchema),
});
export type RotatedWebhookSecret = v.InferOutput<typeof RotatedWebhookSecretSchema>;

export interface SealedSecret {
  readonly sealed: string;
  /** In milliseconds. Null for the current secret. */
  readonly valid_until: number | null;
}

/** A stored webhook. Times are in milliseconds. */
export interface WebhookRecord {
  readonly id: string;
  readonly tenant: string;
  readonly url: string;
  readonly description: string;
  readonly events: readonly WebhookEventType[];
  readonly workspace_ids: readonly string[] | null;
  readonly enabled: boolean;
  readonly disabled_reason: DisabledReason | null;
  readonly failing_since: number | null;
  /** The current secret is first. */
  readonly secrets: readonly SealedSecret[];
  readonly created_at: number;
  readonly updated_at: number;
}
