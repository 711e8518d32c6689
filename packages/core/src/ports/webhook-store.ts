import type { DeliveryRecord } from "../domain/webhooks/delivery.ts";
import type { WebhookRecord } from "../domain/webhooks/webhook.ts";
import type { NewestFirst } from "../domain/paging.ts";

export interface WebhookRepository {
  readonly deliveries: DeliveryRepository;
  insert(record: WebhookRecord): Promise<void>;
  /** Inside a transaction, the row is locked until its end. */
  get(tenant: string, id: string): Promise<WebhookRecord | null>;
  list(tenant: string, page: NewestFirst): Promise<readonly WebhookRecord[]>;
  /** All that are enabled, oldest first. */
  listEnabled(tenant: string): Promise<readonly WebhookRecord[]>;
  /** Writes all but `id` and `tenant`. Throws `not_found`. */
  save(record: WebhookRecord): Promise<void>;
  /** Removes the webhook with its deliveries. Returns false when there is none. */
  delete(tenant: string, id: string): Promise<boolean>;
}

export interface DeliveryClaim {
  /** The caller's time: instances whose clocks differ by more than a lease may send a delivery twice. */
  readonly now: number;
  readonly leaseMs: number;
  readonly limit: number;
  /** Webhooks whose deliveries are left out. */
  readonly except: readonly string[];
}

export interface DeliveryRepository {
  /** The webhook need not exist: whoever claims a delivery of a deleted webhook removes it. */
  add(records: readonly DeliveryRecord[]): Promise<void>;
  get(tenant: string, webhookId: string, id: string): Promise<DeliveryRecord | null>;
  list(tenant: string, webhookId: string, page: NewestFirst): Promise<readonly DeliveryRecord[]>;
  /**
   * Claims due deliveries of all tenants, the longest due first, in one atomic step: sets `epoch + 1`, and makes them due again at the
   * end of the lease. Two claimers never get the same delivery.
   */
  claim(options: DeliveryClaim): Promise<readonly DeliveryRecord[]>;
  /** Writes the record if the stored one has the expected epoch. Returns false if it has another, or is gone. */
  save(record: DeliveryRecord, expectedEpoch: number): Promise<boolean>;
  delete(tenant: string, webhookId: string, id: string): Promise<void>;
  /** Removes deliveries that were created before a time and are no longer due. */
  sweep(before: number): Promise<void>;
}
