import { CreateWorkspaceSchema, WorkspaceSchema } from "@workspace-agent/core";
import * as v from "valibot";
import { empty, json } from "../answer/answer.ts";
import { jsonBody } from "../body/body-spec.ts";
import { pageAnswer, pageParameters, toPageRequest } from "../request/paging.ts";
import { query } from "../request/query-spec.ts";
import { defineRoute, type Route } from "../route.ts";

const tag = "Workspaces";

export const workspaceRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/workspaces",
    operationId: "listWorkspaces",
    tag,
    summary: "List workspaces",
    description: "Newest first.",
    access: "workspaces:read",
    query: query({
      ...pageParameters,
      search: v.optional(
        v.pipe(v.string(), v.maxLength(128), v.description("A part of the name, in any case.")),
      ),
    }),
    responses: {
      200: {
        description: "A page of workspaces.",
        headers: ["Link"],
        content: { "application/json": v.array(WorkspaceSchema) },
      },
    },
    handler: async ({ call, service, principal, query }) => {
      const search = query.search === undefined ? {} : { search: query.search };
      const page = await service.workspaces.list(principal, { ...toPageRequest(query), ...search });
      return pageAnswer(call, page, query);
    },
  }),
  defineRoute({
    method: "POST",
    path: "/api/workspaces",
    operationId: "createWorkspace",
    tag,
    summary: "Create a workspace",
    description: "`config` is laid over the template's, field by top-level field.",
    access: "workspaces:write",
    body: jsonBody(CreateWorkspaceSchema),
    responses: {
      201: {
        description: "The workspace.",
        headers: ["Location"],
        content: { "application/json": WorkspaceSchema },
      },
    },
    errors: ["name_taken", "not_allowed", "not_found"],
    handler: async ({ call, service, principal, body }) => {
      const workspace = await service.workspaces.create(principal, body);
      return json(201, workspace, {
        location: call.instance.addresses.path(`/api/workspaces/${workspace.id}`),
      });
    },
  }),
  defineRoute({
    method: "GET",
    path: "/api/workspaces/:id",
    operationId: "getWorkspace",
    tag,
    summary: "Read a workspace",
    access: "workspaces:read",
    responses: { 200: { description: "The workspace.", content: { "application/json": WorkspaceSchema } } },
    handler: async ({ service, principal, params }) =>
      json(200, await service.workspaces.get(principal, params.id)),
  }),
  defineRoute({
    method: "DELETE",
    path: "/api/workspaces/:id",
    operationId: "deleteWorkspace",
    tag,
    summary: "Delete a workspace",
    description: "Running turns are interrupted; the sandbox and the files are removed.",
    access: "workspaces:write",
    responses: { 204: { description: "It is gone." } },
    handler: async ({ service, principal, params }) => {
      await service.workspaces.delete(principal, params.id);
      return empty(204);
    },
  }),
];
