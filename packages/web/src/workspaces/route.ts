import { createRoute } from "@tanstack/react-router";
import { lazyScreen } from "../routing/lazy-screen.ts";
import { shellRoute } from "../routing/shell-route.ts";
import { isPair } from "./pair.ts";
import { WORKSPACE_SHOWS, WORKSPACE_SORTS, type WorkspaceShow, type WorkspaceSort } from "./show.ts";

interface WorkspacesSearch {
  readonly search?: string;
  /** A label, as `key:value`. */
  readonly label?: string;
  /** Default: all that are not archived. */
  readonly show?: WorkspaceShow;
  /** Default: the newest first. */
  readonly sort?: WorkspaceSort;
  /** Whether the dialog for a new workspace is open. */
  readonly create?: true;
}

/** The valid parameters, without those that have their defaults. */
export function toWorkspacesSearch(parameters: object): WorkspacesSearch {
  const { search, label, show, sort, create }: Partial<Record<keyof WorkspacesSearch, unknown>> = parameters;
  const shown = WORKSPACE_SHOWS.find((each) => each === show) ?? "all";
  const order = WORKSPACE_SORTS.find((each) => each === sort) ?? "newest";
  return {
    // The router parses a search such as `42` as a number.
    ...((typeof search === "string" || typeof search === "number") &&
      search !== "" && { search: String(search) }),
    ...(isPair(label) && { label }),
    ...(shown !== "all" && { show: shown }),
    ...(order !== "newest" && { sort: order }),
    ...(create === true && { create: true as const }),
  };
}

export const workspacesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/workspaces",
  validateSearch: toWorkspacesSearch,
  component: lazyScreen(async () => await import("./workspaces-screen.tsx"), "WorkspacesScreen"),
});
