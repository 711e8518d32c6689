import {
  CreatedWebhookSchema,
  CreateWebhookSchema,
  RotatedWebhookSecretSchema,
  RotateWebhookSecretSchema,
  UpdateWebhookSchema,
  WebhookDeliverySchema,
  WebhookSchema,
} from "@workspace-agent/core/schemas";
import * as v from "valibot";
import { empty, json } from "../answer/answer.ts";
import { jsonBody, optionalJsonBody } from "../body/body-spec.ts";
import { pageAnswer, pageParameters, toPageRequest } from "../request/paging.ts";
import { query } from "../request/query-spec.ts";
import { defineRoute, jsonResponse, type Route } from "../route.ts";

const tag = "Webhooks";
const access = "webhooks:write";

export const webhookRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/webhooks",
    operationId: "listWebhooks",
    tag,
    summary: "List webhooks",
    description: "Newest first, never with their secrets.",
    access,
    query: query(pageParameters),
    responses: {
      200: jsonResponse("A page of webhooks.", v.array(WebhookSchema), ["Link"]),
    },
    handler: async ({ context, service, principal, query }) =>
      pageAnswer(context, await service.webhooks.list(principal, toPageRequest(query)), query),
  }),
  defineRoute({
    method: "POST",
    path: "/api/webhooks",
    operationId: "createWebhook",
    tag,
    summary: "Make a webhook",
    description:
      "Its secret is in this answer and in no other. Without `events` it tells of all; without `workspace_ids` of all workspaces that the caller sees.",
    access,
    body: jsonBody(CreateWebhookSchema),
    responses: {
      201: jsonResponse("The webhook with its secret.", CreatedWebhookSchema, ["Location"]),
    },
    errors: ["not_allowed"],
    handler: async ({ context, service, principal, body }) => {
      const webhook = await service.webhooks.create(principal, body);
      return json(201, webhook, { location: context.app.addresses.path(`/api/webhooks/${webhook.id}`) });
    },
  }),
  defineRoute({
    method: "GET",
    path: "/api/webhooks/:id",
    operationId: "getWebhook",
    tag,
    summary: "Read a webhook",
    access,
    responses: { 200: jsonResponse("The webhook.", WebhookSchema) },
    handler: async ({ service, principal, params }) =>
      json(200, await service.webhooks.get(principal, params.id)),
  }),
  defineRoute({
    method: "PATCH",
    path: "/api/webhooks/:id",
    operationId: "updateWebhook",
    tag,
    summary: "Change a webhook",
    description:
      "What is left out stays as it is. `enabled: true` turns one on again that was turned off because its endpoint failed. What waits for a webhook that is off fails, and can be replayed.",
    access,
    body: jsonBody(UpdateWebhookSchema),
    responses: { 200: jsonResponse("The webhook.", WebhookSchema) },
    handler: async ({ service, principal, params, body }) =>
      json(200, await service.webhooks.update(principal, params.id, body)),
  }),
  defineRoute({
    method: "DELETE",
    path: "/api/webhooks/:id",
    operationId: "deleteWebhook",
    tag,
    summary: "Delete a webhook",
    description: "With its deliveries.",
    access,
    responses: { 204: { description: "It is gone." } },
    handler: async ({ service, principal, params }) => {
      await service.webhooks.delete(principal, params.id);
      return empty(204);
    },
  }),
  defineRoute({
    method: "POST",
    path: "/api/webhooks/:id/rotate-secret",
    operationId: "rotateWebhookSecret",
    tag,
    summary: "Replace a webhook's secret",
    description:
      "The new one is in this answer and in no other. For a time, a day unless the body says otherwise, deliveries are signed with the one before, too.",
    access,
    body: optionalJsonBody(RotateWebhookSecretSchema),
    responses: {
      200: jsonResponse("The new secret.", RotatedWebhookSecretSchema),
    },
    handler: async ({ service, principal, params, body }) =>
      json(200, await service.webhooks.rotateSecret(principal, params.id, body)),
  }),
  defineRoute({
    method: "GET",
    path: "/api/webhooks/:id/deliveries",
    operationId: "listWebhookDeliveries",
    tag,
    summary: "List the deliveries of a webhook",
    description: "Newest first, those of the last seven days and those that have a try before them.",
    access,
    query: query(pageParameters),
    responses: {
      200: jsonResponse("A page of deliveries.", v.array(WebhookDeliverySchema), ["Link"]),
    },
    handler: async ({ context, service, principal, params, query }) =>
      pageAnswer(
        context,
        await service.webhooks.deliveries(principal, params.id, toPageRequest(query)),
        query,
      ),
  }),
  defineRoute({
    method: "POST",
    path: "/api/webhooks/:id/deliveries/:delivery_id/replay",
    operationId: "replayWebhookDelivery",
    tag,
    summary: "Send a delivery again",
    description: "With the id that it had, whatever became of it; the schedule of its tries begins anew.",
    access,
    responses: {
      202: jsonResponse("The delivery, which is sent in a moment.", WebhookDeliverySchema),
    },
    errors: ["invalid_request"],
    handler: async ({ service, principal, params }) =>
      json(202, await service.webhooks.replay(principal, params.id, params.delivery_id)),
  }),
];
