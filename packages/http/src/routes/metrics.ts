import { DomainError, type AgentService, type Principal } from "@workspace-agent/core";
import { text, type Answer } from "../answer/answer.ts";
import { defineRoute, type Route } from "../route.ts";
import type { Settings } from "../options/settings.ts";

/** The text format of Prometheus. */
const PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

const documentation = {
  method: "GET",
  path: "/metrics",
  operationId: "getMetrics",
  tag: "Instance",
  summary: "Read what the instance has counted",
  description:
    "Since its start, over all tenants, in the text format of Prometheus: turns, steps, tokens, cost, tools, waiting, sandboxes, requests. A token that is bound to workspaces finds nothing here.",
  responses: { 200: { description: "The metrics.", content: { "text/plain": "text" } } },
} as const;

async function answer(service: AgentService): Promise<Answer> {
  return text(PROMETHEUS, service.metrics.text(), { "cache-control": "no-store" });
}

function checkUnbound({ workspace_ids }: Principal): void {
  if (workspace_ids !== null) throw new DomainError("not_found", "There is nothing at this path.");
}

export function metricsRoutes(readers: Settings["metrics"]): readonly Route[] {
  if (readers === "open")
    return [defineRoute({ ...documentation, access: "public", handler: ({ service }) => answer(service) })];
  return [
    defineRoute({
      ...documentation,
      access: "workspaces:read",
      errors: ["not_found"],
      handler: async ({ service, principal }) => {
        checkUnbound(principal);
        return await answer(service);
      },
    }),
  ];
}
