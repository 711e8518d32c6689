import { createRoute } from "@tanstack/react-router";
import { lazyScreen } from "../routing/lazy-screen.ts";
import { shellRoute } from "../routing/shell-route.ts";

export const tokensRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/integration/tokens",
  component: lazyScreen(async () => await import("./tokens-screen.tsx"), "TokensScreen"),
});
