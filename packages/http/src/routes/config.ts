import { ConfigInputSchema, ConfigSchema, type Config } from "@workspace-agent/core";
import { empty, json, type Answer } from "../answer/answer.ts";
import { jsonBodyAsSent } from "../body/body-spec.ts";
import { expectedEtag, isNotModified, preconditionFailed, quoted } from "../conditions/etag.ts";
import { defineRoute, type Route } from "../route.ts";

const tag = "Workspaces";

/** Kept by a cache only to be asked about again. */
const REVALIDATED = "private, no-cache";

function configAnswer({ config, etag }: { readonly config: Config; readonly etag: string }): Answer {
  return json(200, config, { etag: quoted(etag), "cache-control": REVALIDATED });
}

export const configRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/workspaces/:id/config",
    operationId: "getWorkspaceConfig",
    tag,
    summary: "Read a workspace's config",
    description: "Secrets are named and never shown.",
    access: "workspaces:read",
    headers: ["If-None-Match"],
    responses: {
      200: { description: "The config.", headers: ["ETag"], content: { "application/json": ConfigSchema } },
      304: { description: "It is the version that `If-None-Match` names." },
    },
    handler: async ({ call, service, principal, params }) => {
      const current = await service.workspaces.getConfig(principal, params.id);
      if (!isNotModified(call.header("if-none-match"), current.etag)) return configAnswer(current);
      return empty(304, { etag: quoted(current.etag), "cache-control": REVALIDATED });
    },
  }),
  defineRoute({
    method: "PUT",
    path: "/api/workspaces/:id/config",
    operationId: "replaceWorkspaceConfig",
    tag,
    summary: "Replace a workspace's config",
    description:
      "The whole config: omitted fields take their defaults, or as much of them as this host allows. A secret of `env` that is sent back as `{secret: true}` keeps its value.",
    access: "workspaces:write",
    headers: ["If-Match", "If-None-Match"],
    body: jsonBodyAsSent(ConfigInputSchema),
    responses: {
      200: {
        description: "The config as it is now.",
        headers: ["ETag"],
        content: { "application/json": ConfigSchema },
      },
    },
    errors: ["precondition_failed", "not_allowed"],
    handler: async ({ call, service, principal, params, body }) => {
      const conditions = { ifMatch: call.header("if-match"), ifNoneMatch: call.header("if-none-match") };
      const ifMatch = await expectedEtag(
        conditions,
        async () => (await service.workspaces.getConfig(principal, params.id)).etag,
      );
      if (ifMatch === null) {
        // A workspace always has a config, so a condition that wants nothing there fails.
        await service.workspaces.get(principal, params.id);
        throw preconditionFailed();
      }
      const options = ifMatch === undefined ? {} : { ifMatch };
      return configAnswer(await service.workspaces.putConfig(principal, params.id, body, options));
    },
  }),
];
