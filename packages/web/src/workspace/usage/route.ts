import { createRoute } from "@tanstack/react-router";
import { lazyScreen } from "../../routing/lazy-screen.ts";
import { workspaceRoute } from "../workspace-route.ts";

export type UsageBy = "day" | "session" | "turn";

interface UsageSearch {
  /** Default: by day. */
  readonly by?: UsageBy;
  /** The session whose turns are shown. Default: the latest. */
  readonly session?: string;
  readonly table?: true;
}

const isBy = (by: unknown): by is UsageBy => by === "session" || by === "turn";

export const usageRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "usage",
  validateSearch: ({ by, session, table }: Record<string, unknown>): UsageSearch => ({
    ...(isBy(by) && { by }),
    ...(typeof session === "string" && { session }),
    ...(table === true && { table }),
  }),
  component: lazyScreen(async () => await import("./usage-screen.tsx"), "UsageScreen"),
});
