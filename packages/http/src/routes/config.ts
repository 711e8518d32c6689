import { OPERATIONS } from "@workspace-agent/core/internal";
import { ConfigInputSchema, ConfigSchema } from "@workspace-agent/core/schemas";
import { jsonBody } from "../body/body-spec.ts";
import { asReader } from "../conditions/as-reader.ts";
import { changeConditionOf, readAnswer, versionedAnswer } from "../conditions/versioned-answer.ts";
import { defineRoute, jsonResponse, type Route } from "../route.ts";

const tag = "Workspaces";

export const configRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/workspaces/:id/config",
    operationId: "getWorkspaceConfig",
    tag,
    summary: "Get the config of a workspace",
    description: "Secrets are listed by name, without their values.",
    access: OPERATIONS.workspaces.getConfig.access,
    headers: ["If-Match", "If-None-Match"],
    responses: {
      200: jsonResponse("The config.", ConfigSchema, ["ETag"]),
      304: { description: "The version matches `If-None-Match`." },
    },
    handler: async ({ context, service, principal, params }) => {
      const { config, etag } = await service.workspaces.getConfig(principal, params.id);
      return readAnswer(context, { item: config, etag });
    },
  }),
  defineRoute({
    method: "PUT",
    path: "/api/workspaces/:id/config",
    operationId: "replaceWorkspaceConfig",
    tag,
    summary: "Replace the config of a workspace",
    description:
      "Replaces the complete config. Omitted fields are set to their defaults, limited by the policy of this host. A secret in `env` that is sent back as `{secret: true}` keeps its value.",
    access: OPERATIONS.workspaces.putConfig.access,
    headers: ["If-Match", "If-None-Match"],
    body: jsonBody(ConfigInputSchema),
    responses: {
      200: jsonResponse("The updated config.", ConfigSchema, ["ETag"]),
    },
    errors: ["not_allowed", "price_unknown"],
    handler: async ({ context, service, principal, params, body }) => {
      const condition = await changeConditionOf(context, () =>
        service.workspaces.getConfig(asReader(principal), params.id),
      );
      const { config, etag } = await service.workspaces.putConfig(principal, params.id, body, condition);
      return versionedAnswer(200, { item: config, etag });
    },
  }),
];
