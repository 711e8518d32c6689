import { checkWorkspaceIds } from "../access/workspace-access.ts";
import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { newId } from "../domain/ids.ts";
import { newestPage, type Page, type PageRequest } from "../domain/paging.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, SETTINGS, STORE, type ServiceSettings } from "../ports/injection.ts";
import type { Store } from "../ports/store.ts";
import { requirePart } from "../ports/store-parts.ts";
import { seesWorkspace, type Principal } from "../domain/principals/principal.ts";
import { toTimestamp } from "../domain/wire.ts";
import { toDelivery, type DeliveryRecord, type WebhookDelivery } from "../domain/webhooks/delivery.ts";
import { NO_LONGER_TOLD, noWebhook, requireWebhook, seesWebhook, workspaceOf } from "./webhook-access.ts";
import { WebhookOutbox } from "./webhook-outbox.ts";
import type { WebhooksApi } from "./webhooks-api.ts";
import { makeSecret, validSecrets } from "./webhook-secrets.ts";
import {
  WebhookEventTypeSchema,
  type CreatedWebhook,
  type CreateWebhook,
  type RotatedWebhookSecret,
  type RotateWebhookSecret,
  type UpdateWebhook,
  type Webhook,
  type WebhookRecord,
} from "../domain/webhooks/webhook.ts";

/** Each event creates a row for each webhook that receives it. */
const MAX_WEBHOOKS = 200;
const PREVIOUS_VALID_SECONDS = 86_400;
const MAX_VALID_SECRETS = 4;

const noDelivery = () => new DomainError("not_found", "There is no such delivery.");

function toWebhook(record: WebhookRecord): Webhook {
  const { tenant, secrets, workspace_ids, failing_since, events, ...rest } = record;
  return {
    ...rest,
    events: [...events],
    workspace_ids: workspace_ids === null ? null : [...workspace_ids],
    failing_since: toTimestamp(failing_since),
    created_at: toTimestamp(record.created_at),
    updated_at: toTimestamp(record.updated_at),
  };
}

const inOrder = (asked: readonly string[]) =>
  WebhookEventTypeSchema.options.filter((type) => asked.includes(type));

@service()
export class WebhooksService implements WebhooksApi {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
    @inject(WebhookOutbox) private readonly outbox: WebhookOutbox,
  ) {}

  private get webhooks() {
    return requirePart(this.store, "webhooks");
  }

  async list(principal: Principal, query: PageRequest): Promise<Page<Webhook>> {
    const { items, next } = await newestPage(
      query,
      (page) => this.webhooks.list(principal.tenant, page),
      (record) => seesWebhook(principal, record),
    );
    return { items: items.map(toWebhook), next };
  }

  async create(principal: Principal, input: CreateWebhook): Promise<CreatedWebhook> {
    if (this.settings.webhooks === null) throw new DomainError("not_allowed", "This host sends no webhooks.");
    const { tenant } = principal;
    const workspace_ids = input.workspace_ids ?? principal.workspace_ids;
    await checkWorkspaceIds(this.store, principal, input.workspace_ids ?? []);
    if ((await this.webhooks.list(tenant, { limit: MAX_WEBHOOKS })).length >= MAX_WEBHOOKS)
      throw new DomainError("not_allowed", `There are ${MAX_WEBHOOKS} webhooks, and may be no more.`);
    const now = this.clock.now();
    const id = newId("whk", now);
    const { secret, kept } = await makeSecret(this.settings.secrets, id);
    const record: WebhookRecord = {
      id,
      tenant,
      url: input.url,
      description: input.description ?? "",
      events: inOrder(input.events ?? WebhookEventTypeSchema.options),
      workspace_ids,
      enabled: input.enabled ?? true,
      disabled_reason: null,
      failing_since: null,
      secrets: [kept],
      created_at: now,
      updated_at: now,
    };
    await this.webhooks.insert(record);
    this.outbox.forget();
    return { ...toWebhook(record), secret };
  }

  async get(principal: Principal, id: string): Promise<Webhook> {
    return toWebhook(await this.find(principal, id));
  }

  private async find(principal: Principal, id: string): Promise<WebhookRecord> {
    return requireWebhook(principal, await this.webhooks.get(principal.tenant, id));
  }

  private async change(
    principal: Principal,
    id: string,
    make: (record: WebhookRecord, now: number) => WebhookRecord,
  ): Promise<WebhookRecord> {
    const changed = await this.store.transaction(async (repositories) => {
      const webhooks = requirePart(repositories, "webhooks");
      const record = requireWebhook(principal, await webhooks.get(principal.tenant, id));
      const now = this.clock.now();
      const next = { ...make(record, now), updated_at: now };
      await webhooks.save(next);
      return next;
    });
    this.outbox.forget();
    return changed;
  }

  async update(principal: Principal, id: string, change: UpdateWebhook): Promise<Webhook> {
    const { workspace_ids: known } = await this.find(principal, id);
    const { url, description, events, enabled } = change;
    const workspace_ids =
      change.workspace_ids === undefined ? undefined : (change.workspace_ids ?? principal.workspace_ids);
    // A workspace that was deleted may stay.
    const added = change.workspace_ids?.filter((each) => known?.includes(each) !== true);
    await checkWorkspaceIds(this.store, principal, added ?? []);
    const record = await this.change(principal, id, (before) => ({
      ...before,
      ...(url !== undefined && { url }),
      ...(description !== undefined && { description }),
      ...(events !== undefined && { events: inOrder(events) }),
      ...(workspace_ids !== undefined && { workspace_ids }),
      ...(enabled !== undefined && { enabled, disabled_reason: null }),
      ...((enabled === true || (url ?? before.url) !== before.url) && { failing_since: null }),
    }));
    return toWebhook(record);
  }

  async delete(principal: Principal, id: string): Promise<void> {
    await this.find(principal, id);
    if (!(await this.webhooks.delete(principal.tenant, id))) throw noWebhook();
    this.outbox.forget();
  }

  async rotateSecret(
    principal: Principal,
    id: string,
    { previous_valid_seconds = PREVIOUS_VALID_SECONDS }: RotateWebhookSecret,
  ): Promise<RotatedWebhookSecret> {
    await this.find(principal, id);
    const { secret, kept } = await makeSecret(this.settings.secrets, id);
    const { secrets } = await this.change(principal, id, (record, now) => {
      const until = now + previous_valid_seconds * 1000;
      const before = record.secrets.map(({ sealed, valid_until }) => ({
        sealed,
        valid_until: Math.min(valid_until ?? until, until),
      }));
      return { ...record, secrets: [kept, ...validSecrets(before, now)].slice(0, MAX_VALID_SECRETS) };
    });
    const until = secrets[1]?.valid_until ?? null;
    return { secret, previous_valid_until: toTimestamp(until) };
  }

  async deliveries(principal: Principal, id: string, query: PageRequest): Promise<Page<WebhookDelivery>> {
    await this.find(principal, id);
    const { items, next } = await newestPage(
      query,
      (page) => this.webhooks.deliveries.list(principal.tenant, id, page),
      (record) => seesWorkspace(principal, workspaceOf(record)),
    );
    return { items: items.map(toDelivery), next };
  }

  async replay(principal: Principal, id: string, deliveryId: string): Promise<WebhookDelivery> {
    const webhook = await this.find(principal, id);
    for (;;) {
      const record = await this.webhooks.deliveries.get(principal.tenant, id, deliveryId);
      if (record === null || !seesWorkspace(principal, workspaceOf(record))) throw noDelivery();
      if (!seesWorkspace(webhook, workspaceOf(record)))
        throw new DomainError("invalid_request", NO_LONGER_TOLD);
      if (!webhook.enabled)
        throw new DomainError("invalid_request", "The webhook is disabled: enable it before.");
      const again: DeliveryRecord = {
        ...record,
        status: "pending",
        failures: 0,
        due_at: this.clock.now(),
        epoch: record.epoch + 1,
      };
      // Another epoch: it was sent meanwhile. Read it again.
      if (!(await this.webhooks.deliveries.save(again, record.epoch))) continue;
      this.outbox.announce();
      return toDelivery(again);
    }
  }
}
