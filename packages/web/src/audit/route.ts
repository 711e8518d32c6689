import { createRoute } from "@tanstack/react-router";
import { lazyScreen } from "../routing/lazy-screen.ts";
import { shellRoute } from "../routing/shell-route.ts";

interface AuditSearch {
  /** Only entries with this action. Default: all. */
  readonly action?: string;
}

export const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/integration/audit",
  validateSearch: ({ action }: Record<string, unknown>): AuditSearch =>
    typeof action === "string" ? { action } : {},
  component: lazyScreen(async () => await import("./audit-screen.tsx"), "AuditScreen"),
});
