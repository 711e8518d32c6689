import { createRoute } from "@tanstack/react-router";
import { lazyScreen } from "../routing/lazy-screen.ts";
import { shellRoute } from "../routing/shell-route.ts";

interface WorkspacesSearch {
  readonly search?: string;
  /** Whether the dialog for a new workspace is open. */
  readonly create?: true;
}

export const workspacesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/workspaces",
  validateSearch: ({ search, create }: Record<string, unknown>): WorkspacesSearch => ({
    // The router parses a search such as `42` as a number.
    ...((typeof search === "string" || typeof search === "number") &&
      search !== "" && { search: String(search) }),
    ...(create === true && { create: true as const }),
  }),
  component: lazyScreen(async () => await import("./workspaces-screen.tsx"), "WorkspacesScreen"),
});
