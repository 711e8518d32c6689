import { OPERATIONS } from "@workspace-agent/core/internal";
import {
  CreatedServiceTokenSchema,
  CreateServiceTokenSchema,
  ServiceTokenSchema,
} from "@workspace-agent/core/schemas";
import { empty, json } from "../answer/answer.ts";
import { jsonBody } from "../body/body-spec.ts";
import { pageAnswer } from "../request/paging.ts";
import { defineRoute, jsonResponse, pagesOf, type Route } from "../route.ts";

const operations = OPERATIONS.tokens;

const tag = "Service tokens";

export const serviceTokenRoutes: readonly Route[] = [
  defineRoute({
    ...pagesOf("tokens", ServiceTokenSchema),
    path: "/api/service-tokens",
    operationId: "listServiceTokens",
    tag,
    summary: "List service tokens",
    description: "Returned newest first, without secrets.",
    access: operations.list.access,
    handler: async ({ context, service, principal, query }) =>
      pageAnswer(context, await service.tokens.list(principal, query), query),
  }),
  defineRoute({
    method: "POST",
    path: "/api/service-tokens",
    operationId: "createServiceToken",
    tag,
    summary: "Create a service token",
    description: "The secret is only returned in this response. Without `scopes`, the token has all scopes.",
    access: operations.create.access,
    body: jsonBody(CreateServiceTokenSchema),
    responses: {
      201: jsonResponse("The token with its secret.", CreatedServiceTokenSchema, ["Location"]),
    },
    errors: ["not_found"],
    handler: async ({ context, service, principal, body }) => {
      const token = await service.tokens.create(principal, body);
      return json(201, token, { location: context.app.addresses.path(`/api/service-tokens/${token.id}`) });
    },
  }),
  defineRoute({
    method: "DELETE",
    path: "/api/service-tokens/:id",
    operationId: "revokeServiceToken",
    tag,
    summary: "Revoke a service token",
    description: "Takes effect immediately on every instance.",
    access: operations.revoke.access,
    responses: { 204: { description: "Revoked." } },
    handler: async ({ service, principal, params }) => {
      await service.tokens.revoke(principal, params.id);
      return empty(204);
    },
  }),
];
