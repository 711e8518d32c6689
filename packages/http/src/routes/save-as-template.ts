import { libraryEtag, OPERATIONS } from "@workspace-agent/core/internal";
import { SaveAsTemplateSchema, TemplateSchema } from "@workspace-agent/core/schemas";
import { json } from "../answer/answer.ts";
import { jsonBody } from "../body/body-spec.ts";
import { quoted } from "../conditions/etag.ts";
import { idempotent } from "../request/idempotent.ts";
import { defineRoute, jsonResponse, type Route } from "../route.ts";

export const saveAsTemplateRoutes: readonly Route[] = [
  defineRoute({
    method: "POST",
    path: "/api/workspaces/:id/save-as-template",
    operationId: "saveWorkspaceAsTemplate",
    tag: "Workspaces",
    summary: "Save a workspace as a template",
    description:
      "Saves the config, with the names of secrets but not their values, and with `include_files` the files. Links, `.git` and `node_modules` are left out; other files are saved unchanged, whatever the agent wrote to them. Also requires the scope `workspaces:read`, and for files `files:read`.",
    access: OPERATIONS.workspaces.saveAsTemplate.access,
    headers: ["Idempotency-Key"],
    body: jsonBody(SaveAsTemplateSchema),
    responses: {
      201: jsonResponse("The template.", TemplateSchema, ["ETag", "Location", "Idempotent-Replayed"]),
    },
    errors: ["name_taken", "not_allowed", "price_unknown", "payload_too_large"],
    handler: async ({ context, service, principal, params, body }) => {
      const { made: template, headers } = await idempotent(context, (options) =>
        service.workspaces.saveAsTemplate(principal, params.id, body, options),
      );
      return json(201, template, {
        etag: quoted(libraryEtag(template)),
        location: context.app.addresses.path(`/api/templates/${template.id}`),
        ...headers,
      });
    },
  }),
];
