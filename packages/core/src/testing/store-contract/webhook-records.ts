import { newId } from "../../domain/ids.ts";
import type { DeliveryRecord } from "../../domain/webhooks/delivery.ts";
import type { WebhookRecord } from "../../domain/webhooks/webhook.ts";
import { unique } from "./records.ts";

export function aWebhook(record: Partial<WebhookRecord> = {}): WebhookRecord {
  return {
    id: newId("whk"),
    tenant: unique(),
    url: "https://hooks.test/in",
    description: "a\ud800\0🙂",
    events: ["turn.ended"],
    workspace_ids: null,
    enabled: true,
    disabled_reason: null,
    failing_since: null,
    secrets: [{ sealed: "c2VhbGVk", valid_until: null }],
    created_at: 1_767_225_600_123,
    updated_at: 1_767_225_600_456,
    ...record,
  };
}

/** Nothing is to be done for it, unless `due_at` says so. */
export function aDelivery(
  webhook: Pick<WebhookRecord, "id" | "tenant">,
  record: Partial<DeliveryRecord> = {},
): DeliveryRecord {
  return {
    id: newId("whd"),
    tenant: webhook.tenant,
    webhook_id: webhook.id,
    event: "turn.ended",
    body: '{"a":"\\ud800"}',
    status: "pending",
    attempts: 0,
    failures: 0,
    due_at: null,
    epoch: 0,
    response_status: null,
    error: null,
    last_attempt_at: null,
    created_at: 1_767_225_600_123,
    ...record,
  };
}
