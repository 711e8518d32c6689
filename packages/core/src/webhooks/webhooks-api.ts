import type { Page, PageRequest } from "../domain/paging.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { WebhookDelivery } from "../domain/webhooks/delivery.ts";
import type {
  CreatedWebhook,
  CreateWebhook,
  RotatedWebhookSecret,
  RotateWebhookSecret,
  UpdateWebhook,
  Webhook,
} from "../domain/webhooks/webhook.ts";

/** A principal that is bound to workspaces sees only the webhooks that are limited to these workspaces. */
export interface WebhooksApi {
  list(principal: Principal, query?: PageRequest): Promise<Page<Webhook>>;
  /** Only this response and that of `rotateSecret` contain the secret. `not_allowed` if the host sends no webhooks, or there are too many. */
  create(principal: Principal, input: CreateWebhook): Promise<CreatedWebhook>;
  get(principal: Principal, id: string): Promise<Webhook>;
  update(principal: Principal, id: string, change: UpdateWebhook): Promise<Webhook>;
  /** Also deletes its deliveries. */
  delete(principal: Principal, id: string): Promise<void>;
  /** For the given time, deliveries are also signed with the previous secret. */
  rotateSecret(principal: Principal, id: string, input?: RotateWebhookSecret): Promise<RotatedWebhookSecret>;
  deliveries(principal: Principal, id: string, query?: PageRequest): Promise<Page<WebhookDelivery>>;
  /** Sends a delivery again, whatever its result was. `invalid_request` if the webhook is disabled. */
  replay(principal: Principal, id: string, deliveryId: string): Promise<WebhookDelivery>;
}
