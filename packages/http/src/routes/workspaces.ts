import { OPERATIONS, WorkspaceQuerySchema } from "@workspace-agent/core/internal";
import {
  CreateWorkspaceSchema,
  UpdateWorkspaceSchema,
  WorkspaceSchema,
  WorkspaceStateSchema,
} from "@workspace-agent/core/schemas";
import { empty, json } from "../answer/answer.ts";
import { jsonBody } from "../body/body-spec.ts";
import { createdAnswer } from "../request/idempotent.ts";
import { pageAnswer, pageParameters } from "../request/paging.ts";
import { labelParameter, toPair } from "../request/pair.ts";
import { query } from "../request/query-spec.ts";
import { defineRoute, jsonResponse, pagesOf, type Route } from "../route.ts";

const operations = OPERATIONS.workspaces;

const tag = "Workspaces";

export const workspaceRoutes: readonly Route[] = [
  defineRoute({
    ...pagesOf("workspaces", WorkspaceSchema),
    path: "/api/workspaces",
    operationId: "listWorkspaces",
    tag,
    summary: "List workspaces",
    description: "Returned newest first.",
    access: operations.list.access,
    query: query({
      ...pageParameters,
      search: WorkspaceQuerySchema.entries.search,
      label: labelParameter("workspaces"),
    }),
    handler: async ({ context, service, principal, query }) => {
      const page = await service.workspaces.list(principal, {
        ...query,
        label: toPair("label", query.label),
      });
      return pageAnswer(context, page, query);
    },
  }),
  defineRoute({
    method: "POST",
    path: "/api/workspaces",
    operationId: "createWorkspace",
    tag,
    summary: "Create a workspace",
    description:
      "`config` overrides the top-level fields of the template's config. Fields in neither are set to their defaults, limited by the policy of this host. The files of the template exist when the request returns.",
    access: operations.create.access,
    headers: ["Idempotency-Key"],
    body: jsonBody(CreateWorkspaceSchema),
    responses: {
      201: jsonResponse("The workspace.", WorkspaceSchema, ["Location", "Idempotent-Replayed"]),
    },
    errors: ["name_taken", "not_allowed", "price_unknown", "quota_exceeded"],
    handler: async ({ context, service, principal, body }) =>
      await createdAnswer(context, "/api/workspaces", (options) =>
        service.workspaces.create(principal, body, options),
      ),
  }),
  defineRoute({
    method: "GET",
    path: "/api/workspaces/:id",
    operationId: "getWorkspace",
    tag,
    summary: "Get a workspace",
    access: operations.get.access,
    responses: { 200: jsonResponse("The workspace.", WorkspaceSchema) },
    handler: async ({ service, principal, params }) =>
      json(200, await service.workspaces.get(principal, params.id)),
  }),
  defineRoute({
    method: "PATCH",
    path: "/api/workspaces/:id",
    operationId: "updateWorkspace",
    tag,
    summary: "Update a workspace",
    description: "`labels` replaces all labels. Omitted fields are not changed.",
    access: operations.update.access,
    body: jsonBody(UpdateWorkspaceSchema),
    responses: { 200: jsonResponse("The workspace.", WorkspaceSchema) },
    errors: ["name_taken"],
    handler: async ({ service, principal, params, body }) =>
      json(200, await service.workspaces.update(principal, params.id, body)),
  }),
  defineRoute({
    method: "GET",
    path: "/api/workspaces/:id/status",
    operationId: "getWorkspaceStatus",
    tag,
    summary: "Get the state of a workspace",
    description: "Returns the running and waiting sessions, and the sandbox as seen by this instance.",
    access: operations.state.access,
    responses: {
      200: jsonResponse("The state.", WorkspaceStateSchema),
    },
    handler: async ({ service, principal, params }) =>
      json(200, await service.workspaces.state(principal, params.id)),
  }),
  defineRoute({
    method: "DELETE",
    path: "/api/workspaces/:id",
    operationId: "deleteWorkspace",
    tag,
    summary: "Delete a workspace",
    description: "Interrupts running turns and deletes the sandbox and the files.",
    access: operations.delete.access,
    responses: { 204: { description: "Deleted." } },
    handler: async ({ service, principal, params }) => {
      await service.workspaces.delete(principal, params.id);
      return empty(204);
    },
  }),
];
