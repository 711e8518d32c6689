import { createRoute } from "@tanstack/react-router";
import { lazyScreen } from "../../routing/lazy-screen.ts";
import { workspaceRoute } from "../workspace-route.ts";

export const configRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "config",
  component: lazyScreen(async () => await import("./config-screen.tsx"), "ConfigScreen"),
});
