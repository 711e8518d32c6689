import { createRoute, redirect } from "@tanstack/react-router";
import { changesRoute } from "./changes/route.ts";
import { chatRoute } from "./chat/route.ts";
import { configRoute } from "./config/route.ts";
import { filesRoute } from "./files/route.ts";
import { schedulesRoute } from "./schedules/route.ts";
import { snapshotRoutes } from "./snapshots/routes.ts";
import { usageRoute } from "./usage/route.ts";
import { workspaceRoute } from "./workspace-route.ts";

const indexRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/",
  beforeLoad: ({ params }) => {
    redirect({ to: "/workspaces/$id/chat", params, replace: true, throw: true });
  },
});

export const workspaceRoutes = workspaceRoute.addChildren([
  indexRoute,
  chatRoute,
  changesRoute,
  filesRoute,
  ...snapshotRoutes,
  schedulesRoute,
  configRoute,
  usageRoute,
]);
