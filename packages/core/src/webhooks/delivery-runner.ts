import { inject, service } from "../di.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, LOGGER, SETTINGS, STORE, type ServiceSettings } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { Store } from "../ports/store.ts";
import { requirePart } from "../ports/store-parts.ts";
import { MergedCalls } from "../runtime/merged-calls.ts";
import { seesWorkspace } from "../domain/principals/principal.ts";
import type { DeliveryRecord } from "../domain/webhooks/delivery.ts";
import { nextTryIn } from "./retry-schedule.ts";
import { failed, sendDelivery, type TryOutcome } from "./send-delivery.ts";
import { signedHeaders } from "./signature.ts";
import { NO_LONGER_TOLD, workspaceOf } from "./webhook-access.ts";
import { WebhookOutbox } from "./webhook-outbox.ts";
import { openSecrets } from "./webhook-secrets.ts";
import type { WebhookRecord } from "../domain/webhooks/webhook.ts";

/** Longer than an attempt can take. */
const LEASE_MS = 60_000;
const POLL_MS = 2_000;
const MAX_AT_ONCE = 32;
/** A slow endpoint can use no more of the parallel deliveries. */
const MAX_OF_WEBHOOK = 4;
const DISABLED_AFTER_MS = 5 * 86_400_000;

/** A webhook may have changed since its delivery was created. Null: the delivery is sent. */
function whyUnsent(webhook: WebhookRecord, record: DeliveryRecord): string | null {
  if (!webhook.enabled) return "The webhook is disabled.";
  return seesWorkspace(webhook, workspaceOf(record)) ? null : NO_LONGER_TOLD;
}

/** Sends the due deliveries of all tenants. It runs on every instance of a store; each delivery is sent by one of them. */
@service()
export class DeliveryRunner {
  private readonly stopping = new AbortController();
  private readonly giveUp = new AbortController();
  /** By delivery and epoch. */
  private readonly sending = new Map<string, { readonly webhookId: string; readonly done: Promise<void> }>();
  private readonly claims = new MergedCalls(() => this.claimAndBegin());
  private loop: Promise<void> = Promise.resolve();

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
    @inject(WebhookOutbox) private readonly outbox: WebhookOutbox,
  ) {}

  private get webhooks() {
    return requirePart(this.store, "webhooks");
  }

  start(): void {
    if (this.settings.webhooks === null) return;
    this.outbox.whenDue(() => this.wake());
    this.loop = this.poll();
  }

  private async poll(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      this.wake();
      await this.clock.sleep(POLL_MS, this.stopping.signal);
    }
  }

  /** Soon checks for due deliveries. Calls until then count as one. */
  private wake(): void {
    if (!this.stopping.signal.aborted) this.claims.call();
  }

  private async claimAndBegin(): Promise<void> {
    if (this.stopping.signal.aborted) return;
    try {
      const claimed = await this.claim();
      for (const record of claimed) this.begin(record);
      if (claimed.length > 0) this.wake();
    } catch (error) {
      this.logger.error({ error }, "no deliveries of webhooks could be claimed");
    }
  }

  private async claim(): Promise<readonly DeliveryRecord[]> {
    const byWebhook = Map.groupBy(this.sending.values(), ({ webhookId }) => webhookId);
    const left = [...byWebhook].map(([id, { length }]) => [id, MAX_OF_WEBHOOK - length] as const);
    const except = left.flatMap(([id, more]) => (more > 0 ? [] : [id]));
    // All that are claimed may be of one webhook.
    const most = Math.min(MAX_OF_WEBHOOK, ...left.flatMap(([, more]) => (more > 0 ? [more] : [])));
    const limit = Math.min(most, MAX_AT_ONCE - this.sending.size);
    if (limit <= 0) return [];
    const now = this.clock.now();
    return this.webhooks.deliveries.claim({ now, leaseMs: LEASE_MS, limit, except });
  }

  private begin(record: DeliveryRecord): void {
    const key = `${record.id} ${record.epoch}`;
    const done = this.deliver(record)
      .catch((error: unknown) => {
        // Its lease expires, and another run claims it.
        this.logger.error({ error, delivery_id: record.id }, "a delivery of a webhook failed");
      })
      .finally(() => {
        this.sending.delete(key);
        this.wake();
      });
    this.sending.set(key, { webhookId: record.webhook_id, done });
  }

  private async deliver(record: DeliveryRecord): Promise<void> {
    const { id, tenant, webhook_id, epoch } = record;
    const webhook = await this.webhooks.get(tenant, webhook_id);
    if (webhook === null) {
      await this.webhooks.deliveries.delete(tenant, webhook_id, id);
      return;
    }
    const error = whyUnsent(webhook, record);
    if (error === null) await this.settle(webhook, record, await this.send(webhook, record));
    else await this.webhooks.deliveries.save({ ...record, status: "failed", due_at: null, error }, epoch);
  }

  private async send(webhook: WebhookRecord, { id, body }: DeliveryRecord): Promise<TryOutcome> {
    const { webhooks, secrets, version } = this.settings;
    if (webhooks === null) return { kind: "stopped" };
    const at = this.clock.now();
    let opened: readonly string[];
    try {
      opened = await openSecrets(secrets, webhook, at);
    } catch (error) {
      this.logger.error({ error, webhook_id: webhook.id }, "the secret of a webhook cannot be opened");
      return failed("The secret cannot be opened: rotate it.");
    }
    const headers = {
      "content-type": "application/json",
      "user-agent": `workspace-agent/${version}`,
      ...signedHeaders(opened, { id, at, body }),
    };
    const { clock } = this;
    return sendDelivery(
      webhooks.fetch,
      { url: webhook.url, headers, body },
      { clock, stopping: this.giveUp.signal },
    );
  }

  private async settle(webhook: WebhookRecord, record: DeliveryRecord, outcome: TryOutcome): Promise<void> {
    const now = this.clock.now();
    if (changed(webhook, outcome, now) === null) {
      await this.webhooks.deliveries.save(this.settled(record, outcome, now), record.epoch);
      return;
    }
    await this.store.transaction(async (repositories) => {
      const webhooks = requirePart(repositories, "webhooks");
      const locked = await webhooks.get(webhook.tenant, webhook.id);
      const isCurrent = locked?.url === webhook.url;
      const next = isCurrent ? changed(locked, outcome, now) : null;
      if (next !== null) await webhooks.save(next);
      const settled = this.settled(record, isCurrent ? outcome : ofOldUrl(outcome), now);
      await webhooks.deliveries.save(settled, record.epoch);
    });
    this.outbox.forget();
  }

  private settled(record: DeliveryRecord, outcome: TryOutcome, now: number): DeliveryRecord {
    if (outcome.kind === "stopped") return { ...record, due_at: now };
    const attempts = record.attempts + 1;
    const tried = { ...record, attempts, last_attempt_at: now, response_status: outcome.status };
    if (outcome.kind === "delivered") return { ...tried, status: "delivered", due_at: null, error: null };
    const failures = record.failures + 1;
    const { error } = outcome;
    const wait =
      outcome.kind === "gone" ? null : nextTryIn(failures, this.settings.random, outcome.retryAfterMs);
    if (wait === null) return { ...tried, failures, error, status: "failed", due_at: null };
    return { ...tried, failures, error, due_at: now + wait };
  }

  /** Stops claiming. Attempts that still run after `graceMs` are aborted and due at once. */
  async stop(graceMs: number): Promise<void> {
    this.stopping.abort();
    await this.claims.settled();
    await this.loop;
    const expiry = new AbortController();
    const all = Promise.all([...this.sending.values()].map(({ done }) => done));
    await Promise.race([all.then(() => expiry.abort()), this.clock.sleep(graceMs, expiry.signal)]);
    this.giveUp.abort();
    await all;
  }
}

/** The outcome of an attempt at a URL that the webhook no longer has: its 410 does not count for the new one. */
function ofOldUrl(outcome: TryOutcome): TryOutcome {
  return outcome.kind === "gone" ? { ...outcome, kind: "failed", retryAfterMs: 0 } : outcome;
}

/** The webhook after an attempt, or null if nothing changes. */
function changed(webhook: WebhookRecord, outcome: TryOutcome, now: number): WebhookRecord | null {
  const { failing_since, enabled } = webhook;
  switch (outcome.kind) {
    case "stopped":
      return null;
    case "delivered":
      return failing_since === null ? null : { ...webhook, failing_since: null };
    case "gone":
      return enabled ? { ...webhook, enabled: false, disabled_reason: "gone", updated_at: now } : null;
    case "failed":
      if (failing_since === null) return { ...webhook, failing_since: now };
      if (!enabled || now - failing_since < DISABLED_AFTER_MS) return null;
      return { ...webhook, enabled: false, disabled_reason: "failing", updated_at: now };
  }
}
