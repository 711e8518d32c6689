import { OPERATIONS } from "@workspace-agent/core/internal";
import {
  CreatedWebhookSchema,
  CreateWebhookSchema,
  RotatedWebhookSecretSchema,
  RotateWebhookSecretSchema,
  UpdateWebhookSchema,
  WebhookDeliverySchema,
  WebhookSchema,
} from "@workspace-agent/core/schemas";
import { empty, json } from "../answer/answer.ts";
import { jsonBody, optionalJsonBody } from "../body/body-spec.ts";
import { pageAnswer } from "../request/paging.ts";
import { defineRoute, jsonResponse, pagesOf, type Route } from "../route.ts";

const operations = OPERATIONS.webhooks;

const tag = "Webhooks";

export const webhookRoutes: readonly Route[] = [
  defineRoute({
    ...pagesOf("webhooks", WebhookSchema),
    path: "/api/webhooks",
    operationId: "listWebhooks",
    tag,
    summary: "List webhooks",
    description: "Returned newest first, without secrets.",
    access: operations.list.access,
    handler: async ({ context, service, principal, query }) =>
      pageAnswer(context, await service.webhooks.list(principal, query), query),
  }),
  defineRoute({
    method: "POST",
    path: "/api/webhooks",
    operationId: "createWebhook",
    tag,
    summary: "Create a webhook",
    description:
      "The secret is only returned in this response. Without `events`, the webhook receives all events; without `workspace_ids`, those of all workspaces that the caller can access.",
    access: operations.create.access,
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
    summary: "Get a webhook",
    access: operations.get.access,
    responses: { 200: jsonResponse("The webhook.", WebhookSchema) },
    handler: async ({ service, principal, params }) =>
      json(200, await service.webhooks.get(principal, params.id)),
  }),
  defineRoute({
    method: "PATCH",
    path: "/api/webhooks/:id",
    operationId: "updateWebhook",
    tag,
    summary: "Update a webhook",
    description:
      "Omitted fields are not changed. `enabled: true` enables a webhook again that was disabled because its endpoint failed. Pending deliveries of a disabled webhook fail, and can be sent again.",
    access: operations.update.access,
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
    description: "Deletes the webhook and its deliveries.",
    access: operations.delete.access,
    responses: { 204: { description: "Deleted." } },
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
    summary: "Rotate the secret of a webhook",
    description:
      "The new secret is only returned in this response. Deliveries are also signed with the previous secret for a day, or for the time that the body sets.",
    access: operations.rotateSecret.access,
    body: optionalJsonBody(RotateWebhookSecretSchema),
    responses: {
      200: jsonResponse("The new secret.", RotatedWebhookSecretSchema),
    },
    handler: async ({ service, principal, params, body }) =>
      json(200, await service.webhooks.rotateSecret(principal, params.id, body)),
  }),
  defineRoute({
    ...pagesOf("deliveries", WebhookDeliverySchema),
    path: "/api/webhooks/:id/deliveries",
    operationId: "listWebhookDeliveries",
    tag,
    summary: "List the deliveries of a webhook",
    description:
      "Returns the deliveries of the last seven days and those that will be retried, newest first.",
    access: operations.deliveries.access,
    handler: async ({ context, service, principal, params, query }) =>
      pageAnswer(context, await service.webhooks.deliveries(principal, params.id, query), query),
  }),
  defineRoute({
    method: "POST",
    path: "/api/webhooks/:id/deliveries/:delivery_id/replay",
    operationId: "replayWebhookDelivery",
    tag,
    summary: "Send a delivery again",
    description:
      "Sends the delivery again with the same id, whatever its status, and restarts its retry schedule.",
    access: operations.replay.access,
    responses: {
      202: jsonResponse("The delivery, which is sent shortly.", WebhookDeliverySchema),
    },
    errors: ["invalid_request"],
    handler: async ({ service, principal, params }) =>
      json(202, await service.webhooks.replay(principal, params.id, params.delivery_id)),
  }),
];
