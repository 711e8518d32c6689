import { createRoute } from "@tanstack/react-router";
import { lazyScreen } from "../routing/lazy-screen.ts";
import { shellRoute } from "../routing/shell-route.ts";
import { FILTERS, type Filter } from "./filters.ts";

interface BatchesSearch {
  /** Whether the dialog for a new batch is open. */
  readonly create?: true;
}

export const batchesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/batches",
  validateSearch: ({ create }: Record<string, unknown>): BatchesSearch => (create === true ? { create } : {}),
  component: lazyScreen(async () => await import("./batches-screen.tsx"), "BatchesScreen"),
});

interface BatchSearch {
  /** The status of the results that are shown. Default: all. */
  readonly show?: Filter;
}

export const batchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/batches/$id",
  validateSearch: ({ show }: Record<string, unknown>): BatchSearch => {
    const filter = FILTERS.find((each) => each === show);
    return filter === undefined || filter === "all" ? {} : { show: filter };
  },
  component: lazyScreen(async () => await import("./batch-screen.tsx"), "BatchScreen"),
});
