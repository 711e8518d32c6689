import { ScopeSchema } from "@workspace-agent/core/schemas";
import * as v from "valibot";
import { json } from "../answer/answer.ts";
import { defineRoute, jsonResponse, type Route } from "../route.ts";

export const PrincipalSchema = v.strictObject({
  id: v.string(),
  tenant: v.string(),
  kind: v.picklist(["user", "token"]),
  scopes: v.array(ScopeSchema),
  sees: v.pipe(
    v.picklist(["own", "tenant"]),
    v.description("`own`: only the workspaces that the principal created."),
  ),
  workspace_ids: v.pipe(
    v.nullable(v.array(v.string())),
    v.description("The workspaces that the credential can access; null for all workspaces of the tenant."),
  ),
});

export const credentialRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/auth/me",
    operationId: "getPrincipal",
    tag: "Sign-in",
    summary: "Get the current principal",
    access: "any-credential",
    responses: { 200: jsonResponse("The principal.", PrincipalSchema) },
    handler: async ({ principal: { id, tenant, kind, scopes, sees = "tenant", workspace_ids } }) =>
      json(200, { id, tenant, kind, scopes, sees, workspace_ids }),
  }),
];
