import { createRoute } from "@tanstack/react-router";
import { lazyScreen } from "../routing/lazy-screen.ts";
import { shellRoute } from "../routing/shell-route.ts";

interface WebhooksSearch {
  /** Whether the dialog for a new webhook is open. */
  readonly create?: true;
}

export const webhooksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/integration/webhooks",
  validateSearch: ({ create }: Record<string, unknown>): WebhooksSearch =>
    create === true ? { create } : {},
  component: lazyScreen(async () => await import("./webhooks-screen.tsx"), "WebhooksScreen"),
});

export const webhookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/integration/webhooks/$id",
  component: lazyScreen(async () => await import("./webhook-screen.tsx"), "WebhookScreen"),
});
