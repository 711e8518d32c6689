import type { DeliveryRecord } from "../domain/webhooks/delivery.ts";
import type { WebhookRecord } from "../domain/webhooks/webhook.ts";
import type { NewestFirst } from "./store.ts";

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
  /** Removes it with its deliveries. Whether there was one. */
  delete(tenant: string, id: string): Promise<boolean>;
}

export interface DeliveryClaim {
  /** The caller's time: instances whose clocks differ by more than a lease may send a delivery twice. */
  readonly now: number;
  readonly leaseMs: number;
  readonly limit: number;
  /** Webhooks of which none is wanted. */
  readonly except: readonly string[];
}

export interface DeliveryRepository {
  /** Needs no webhook to be there: who claims one of a webhook that is gone removes it. */
  add(records: readonly DeliveryRecord[]): Promise<void>;
  get(tenant: string, webhookId: string, id: string): Promise<DeliveryRecord | null>;
  list(tenant: string, webhookId: string, page: NewestFirst): Promise<readonly DeliveryRecord[]>;
  /**
   * Takes those that are due, of all tenants, the longest due first, in one atomic step: each has `epoch + 1`, and is due again when the
   * lease is over. Two claimers never get the same.
   */
  claim(options: DeliveryClaim): Promise<readonly DeliveryRecord[]>;
  /** Writes a record as it is, where the one that is kept has this epoch; false where it has another, or is gone. */
  save(record: DeliveryRecord, expectedEpoch: number): Promise<boolean>;
  delete(tenant: string, webhookId: string, id: string): Promise<void>;
  /** Removes what was made before a time and is not due any more. */
  sweep(before: number): Promise<void>;
}
