import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext } from "@tanstack/react-router";
import { NotFoundScreen } from "./not-found-screen.tsx";
import { ErrorScreen } from "./error-screen.tsx";

export interface RouterContext {
  readonly queryClient: QueryClient;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: NotFoundScreen,
  errorComponent: ErrorScreen,
});
