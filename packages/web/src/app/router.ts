import { createRoute, createRouter, redirect } from "@tanstack/react-router";
import { basePath } from "../api/instance.ts";
import { queryClient, whenSignedOut } from "../api/query-client.ts";
import { principalQuery } from "../api/client.ts";
import { auditRoute } from "../audit/route.ts";
import { batchesRoute, batchRoute } from "../batches/routes.ts";
import { libraryRoutes } from "../library/routes.ts";
import { signInRoute } from "../sign-in/route.ts";
import { commandRoute, tokensRoute } from "../tokens/route.ts";
import { webhookRoute, webhooksRoute } from "../webhooks/routes.ts";
import { workspaceRoutes } from "../workspace/routes.ts";
import { workspacesRoute } from "../workspaces/route.ts";
import { PendingScreen } from "../routing/pending-screen.tsx";
import { ErrorScreen } from "../routing/error-screen.tsx";
import { lazyScreen } from "../routing/lazy-screen.ts";
import { rootRoute } from "../routing/root-route.ts";
import { shellRoute } from "../routing/shell-route.ts";

// The shell knows the screens; their routes know only the route of the shell.
shellRoute.update({ component: lazyScreen(async () => await import("./shell.tsx"), "Shell") });

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/",
  beforeLoad: () => {
    redirect({ to: "/workspaces", replace: true, throw: true });
  },
});

const routeTree = rootRoute.addChildren([
  signInRoute,
  shellRoute.addChildren([
    homeRoute,
    workspacesRoute,
    workspaceRoutes,
    ...libraryRoutes,
    batchesRoute,
    batchRoute,
    tokensRoute,
    commandRoute,
    webhooksRoute,
    webhookRoute,
    auditRoute,
  ]),
]);

export const router = createRouter({
  routeTree,
  basepath: basePath === "" ? "/" : basePath,
  context: { queryClient },
  defaultPreload: "intent",
  // Queries have a stale time of their own.
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: PendingScreen,
  defaultErrorComponent: ErrorScreen,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

whenSignedOut(() => {
  const { pathname, href } = router.state.location;
  if (pathname === "/sign-in") return;
  queryClient.removeQueries({ queryKey: principalQuery.queryKey });
  void router.navigate({ to: "/sign-in", search: { next: href }, replace: true });
});
