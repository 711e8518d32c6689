import { OPERATIONS } from "@workspace-agent/core/internal";
import { UsageSchema } from "@workspace-agent/core/schemas";
import { json } from "../answer/answer.ts";
import { defineRoute, jsonResponse, type Route } from "../route.ts";

export const usageRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/workspaces/:id/usage",
    operationId: "getWorkspaceUsage",
    tag: "Workspaces",
    summary: "Get the usage of a workspace",
    description:
      "Returns tokens, cost and time of all sessions since the workspace was created, including deleted sessions. Steps are counted while turns run; the time of a turn is counted when it ends. `cost_usd` includes the steps of models with a known price, and is null if there were none. `by_day` contains the newest 90 days (UTC) with usage.",
    access: OPERATIONS.usage.ofWorkspace.access,
    responses: { 200: jsonResponse("The totals.", UsageSchema) },
    handler: async ({ service, principal, params }) =>
      json(200, await service.usage.ofWorkspace(principal, params.id)),
  }),
];
