import { inject, service } from "../di.ts";
import { newId } from "../domain/ids.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, SETTINGS, STORE, type ServiceSettings } from "../ports/injection.ts";
import type { Repositories, Store } from "../ports/store.ts";
import { requirePart } from "../ports/store-parts.ts";
import { seesWorkspace } from "../domain/principals/principal.ts";
import type { SessionEvent } from "../domain/sessions/event.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";
import type { DeliveryRecord } from "../domain/webhooks/delivery.ts";
import { toMessage, type WebhookMessage } from "../domain/webhooks/webhook-message.ts";
import type { WebhookRecord } from "../domain/webhooks/webhook.ts";

const MAX_TENANTS = 1_000;

function wants(webhook: WebhookRecord, { type, data }: WebhookMessage): boolean {
  return webhook.events.includes(type) && seesWorkspace(webhook, data.workspace_id);
}

/** Creates deliveries for events of sessions and runs of schedules, in their transactions. */
@service()
export class WebhookOutbox {
  /** By tenant, if no other process writes to the store: turns of tenants without webhooks need no query. */
  private readonly known = new Map<string, readonly WebhookRecord[]>();
  private changes = 0;
  private onDue: () => void = () => {};

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
  ) {}

  /** Called when deliveries are due. */
  whenDue(listener: () => void): void {
    this.onDue = listener;
  }

  /** After the commit. */
  announce(): void {
    this.onDue();
  }

  /** Call this after the commit of a changed webhook, before its caller gets the result. */
  forget(): void {
    this.changes += 1;
    this.known.clear();
  }

  /** Whether there are deliveries to send. */
  async add(
    repositories: Repositories,
    record: SessionRecord,
    events: readonly SessionEvent[],
  ): Promise<boolean> {
    if (this.settings.webhooks === null) return false;
    const messages = events.flatMap((event) => toMessage(event, record) ?? []);
    return this.addMessages(repositories, record.tenant, messages);
  }

  /** The same for what is no event of a session. */
  async addMessages(
    repositories: Repositories,
    tenant: string,
    messages: readonly WebhookMessage[],
  ): Promise<boolean> {
    if (this.settings.webhooks === null || messages.length === 0) return false;
    const webhooks = await this.enabled(repositories, tenant);
    const deliveries = messages.flatMap((message) =>
      webhooks.filter((webhook) => wants(webhook, message)).map((webhook) => this.delivery(webhook, message)),
    );
    if (deliveries.length > 0) await requirePart(repositories, "webhooks").deliveries.add(deliveries);
    return deliveries.length > 0;
  }

  private async enabled(repositories: Repositories, tenant: string): Promise<readonly WebhookRecord[]> {
    const known = this.known.get(tenant);
    if (known !== undefined) return known;
    const { changes } = this;
    const webhooks = await requirePart(repositories, "webhooks").listEnabled(tenant);
    // If a change was committed meanwhile, the webhooks that were read are stale.
    if (this.store.cluster === undefined && changes === this.changes) {
      if (this.known.size >= MAX_TENANTS) this.known.clear();
      this.known.set(tenant, webhooks);
    }
    return webhooks;
  }

  private delivery({ id, tenant }: WebhookRecord, message: WebhookMessage): DeliveryRecord {
    const now = this.clock.now();
    return {
      id: newId("whd", now),
      tenant,
      webhook_id: id,
      event: message.type,
      body: JSON.stringify(message),
      status: "pending",
      attempts: 0,
      failures: 0,
      due_at: now,
      epoch: 0,
      response_status: null,
      error: null,
      last_attempt_at: null,
      created_at: now,
    };
  }
}
