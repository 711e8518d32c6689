import { DomainError } from "@workspace-agent/core";
import { content } from "../answer/answer.ts";
import { defineRoute, type Route } from "../route.ts";
import type { Settings } from "../options/settings.ts";

/** The text format of Prometheus. */
const PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

export function metricsRoutes(readers: Settings["metrics"]): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      path: "/metrics",
      operationId: "getMetrics",
      tag: "Instance",
      summary: "Get the metrics of the instance",
      description:
        "Returns counts since the start of the instance, over all tenants, in the Prometheus text format: turns, steps, tokens, cost, tools, waiting times, sandboxes and requests. A principal that is bound to workspaces, or sees only its own, gets 404.",
      access: readers === "open" ? "public" : "workspaces:read",
      responses: { 200: { description: "The metrics.", content: { "text/plain": "text" } } },
      errors: readers === "open" ? [] : ["not_found"],
      handler: async ({ service, principal }) => {
        if (principal !== null && (principal.workspace_ids !== null || principal.sees === "own"))
          throw new DomainError("not_found", "There is nothing at this path.");
        return content(PROMETHEUS, service.metrics.text());
      },
    }),
  ];
}
