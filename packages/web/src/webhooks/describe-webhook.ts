import type { Webhook, WebhookDelivery, WebhookEvent } from "../api/webhooks.ts";
import type { Described } from "../ui/badge.tsx";
import type { Choice } from "../ui/checkboxes.tsx";

export const EVENTS: readonly Choice<WebhookEvent>[] = [
  { value: "turn.ended", hint: "A turn has ended." },
  { value: "request.opened", hint: "The agent waits for a person." },
  { value: "schedule.run", hint: "A schedule ran, or missed a run." },
  { value: "batch.ended", hint: "A batch has ended." },
];

const REASONS = {
  gone: "Disabled: the endpoint answered 410",
  failing: "Disabled: the endpoint kept failing",
} as const;

export function describeWebhook({ enabled, disabled_reason, failing_since }: Webhook): Described {
  if (disabled_reason !== null) return { tone: "bad", text: REASONS[disabled_reason] };
  if (!enabled) return { tone: "neutral", text: "Disabled" };
  return failing_since === null ? { tone: "good", text: "Enabled" } : { tone: "warn", text: "Failing" };
}

const STATUSES = {
  pending: { tone: "busy", text: "Pending" },
  delivered: { tone: "good", text: "Delivered" },
  failed: { tone: "bad", text: "Failed" },
} as const;

export function describeDelivery({ status, attempts }: WebhookDelivery): Described {
  return status === "pending" && attempts > 0 ? { tone: "warn", text: "Will be retried" } : STATUSES[status];
}
