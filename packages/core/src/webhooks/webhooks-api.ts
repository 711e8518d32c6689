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

/** A principal that is bound to workspaces knows of the webhooks that tell of those alone. */
export interface WebhooksApi {
  list(principal: Principal, query: PageRequest): Promise<Page<Webhook>>;
  /** The one answer with its secret, `rotateSecret` aside. `not_allowed` where the host sends none, or there are too many. */
  create(principal: Principal, input: CreateWebhook): Promise<CreatedWebhook>;
  get(principal: Principal, id: string): Promise<Webhook>;
  update(principal: Principal, id: string, change: UpdateWebhook): Promise<Webhook>;
  /** With its deliveries. */
  delete(principal: Principal, id: string): Promise<void>;
  /** Deliveries are signed with the secret before, too, for the time that is asked for. */
  rotateSecret(principal: Principal, id: string, input: RotateWebhookSecret): Promise<RotatedWebhookSecret>;
  deliveries(principal: Principal, id: string, query: PageRequest): Promise<Page<WebhookDelivery>>;
  /** Sends it again, whatever became of it; of a webhook that is disabled `invalid_request`. */
  replay(principal: Principal, id: string, deliveryId: string): Promise<WebhookDelivery>;
}
