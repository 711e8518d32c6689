import { UsageSchema } from "@workspace-agent/core/schemas";
import { json } from "../answer/answer.ts";
import { defineRoute, jsonResponse, type Route } from "../route.ts";

export const usageRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/workspaces/:id/usage",
    operationId: "getWorkspaceUsage",
    tag: "Workspaces",
    summary: "Read what a workspace has used",
    description:
      "Since it was made: tokens, cost and time of all its sessions, deleted ones too, step by step as turns run. The time of a turn is counted at its end. `cost_usd` counts the steps of models with a known price, and is null where there was none. `by_day` has the newest 90 days (UTC) on which something was used.",
    access: "workspaces:read",
    responses: { 200: jsonResponse("The totals.", UsageSchema) },
    handler: async ({ service, principal, params }) =>
      json(200, await service.usage.ofWorkspace(principal, params.id)),
  }),
];
