import { queryOptions } from "@tanstack/react-query";
import type { components } from "@workspace-agent/client";
import { client } from "./client.ts";
import { keys } from "./keys.ts";
import { pagedQuery } from "./paged-query.ts";
import { useChange } from "./use-change.ts";

export type Webhook = components["schemas"]["Webhook"];
export type CreateWebhook = components["schemas"]["CreateWebhook"];
export type UpdateWebhook = components["schemas"]["UpdateWebhook"];
export type WebhookDelivery = components["schemas"]["WebhookDelivery"];
export type WebhookEvent = Webhook["events"][number];

const REFRESH_MS = 5_000;
const ONE = "/api/webhooks/{id}";

export const webhooksQuery = pagedQuery([...keys.webhooks.all, "list"] as const, "/api/webhooks", {});

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.webhooks.all, "one", id] as const,
    queryFn: async ({ signal }) => await client.get(ONE, { signal, params: { path: { id } } }),
    refetchInterval: REFRESH_MS,
  });

export const deliveriesQuery = (id: string) =>
  pagedQuery(
    [...keys.webhooks.all, "deliveries", id] as const,
    `${ONE}/deliveries`,
    { params: { path: { id } } },
    { refreshMs: REFRESH_MS },
  );

/** Creates a webhook and returns its secret, which must not be stored in any cache. */
export async function createWebhook(body: CreateWebhook): Promise<string> {
  const { secret } = await client.post("/api/webhooks", { body });
  return secret;
}

/** Makes a new secret and returns it; it must not be stored in any cache. The previous one stays valid for a day. */
export async function rotateSecret(id: string): Promise<string> {
  const { secret } = await client.post(`${ONE}/rotate-secret`, { params: { path: { id } }, body: {} });
  return secret;
}

export function useUpdateWebhook(id: string) {
  return useChange(
    keys.webhooks.all,
    async (body: UpdateWebhook) => await client.patch(ONE, { params: { path: { id } }, body }),
  );
}

export function useDeleteWebhook(id: string) {
  return useChange(
    [...keys.webhooks.all, "list"],
    async () => await client.delete(ONE, { params: { path: { id } } }),
  );
}

export function useReplay(id: string) {
  return useChange(
    [...keys.webhooks.all, "deliveries", id],
    async (delivery_id: string) =>
      await client.post(`${ONE}/deliveries/{delivery_id}/replay`, { params: { path: { id, delivery_id } } }),
  );
}
