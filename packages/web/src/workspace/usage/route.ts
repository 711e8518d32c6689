import { createRoute } from "@tanstack/react-router";
import { lazyScreen } from "../../routing/lazy-screen.ts";
import { workspaceRoute } from "../workspace-route.ts";

export type UsageBy = "day" | "session" | "turn";

export interface UsageSearch {
  /** Absent: by day. */
  readonly by?: UsageBy;
  /** Whose turns are shown. Absent: the newest session's. */
  readonly session?: string;
  /** As tables, and not as charts. */
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
