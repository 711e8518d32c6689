import { DomainError } from "../domain/errors/domain-error.ts";
import { seesWorkspace, type Principal } from "../domain/principals/principal.ts";
import type { DeliveryRecord } from "../domain/webhooks/delivery.ts";
import type { WebhookMessage } from "../domain/webhooks/webhook-message.ts";
import type { WebhookRecord } from "../domain/webhooks/webhook.ts";

export const noWebhook = () => new DomainError("not_found", "There is no such webhook.");

export const NO_LONGER_TOLD = "The webhook no longer tells of this workspace.";

/** A principal that is bound to workspaces sees only the webhooks that are limited to these workspaces. */
export function seesWebhook(principal: Principal, { workspace_ids }: WebhookRecord): boolean {
  if (principal.workspace_ids === null) return true;
  return workspace_ids !== null && workspace_ids.every((id) => seesWorkspace(principal, id));
}

/** Throws `not_found` for a missing webhook, and for one that the principal may not see. */
export function requireWebhook(principal: Principal, record: WebhookRecord | null): WebhookRecord {
  if (record === null || !seesWebhook(principal, record)) throw noWebhook();
  return record;
}

/** The workspace of a delivery's event; null if it is of no single one. */
export function workspaceOf({ body }: DeliveryRecord): string | null {
  return (JSON.parse(body) as WebhookMessage).data.workspace_id;
}
