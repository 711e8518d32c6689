import { createRoute } from "@tanstack/react-router";
import { workspaceQuery } from "../api/workspaces.ts";
import { lazyScreen } from "../routing/lazy-screen.ts";
import { shellRoute } from "../routing/shell-route.ts";

/** A workspace, with its views as child routes. */
export const workspaceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/workspaces/$id",
  loader: async ({ context, params }) =>
    await context.queryClient.query({ ...workspaceQuery(params.id), staleTime: "static" }),
  component: lazyScreen(async () => await import("./workspace-frame.tsx"), "WorkspaceFrame"),
});
