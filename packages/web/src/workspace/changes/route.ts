import { createRoute } from "@tanstack/react-router";
import { lazyScreen } from "../../routing/lazy-screen.ts";
import { workspaceRoute } from "../workspace-route.ts";

export interface ChangesSearch {
  /** Absent: the newest. */
  readonly session?: string;
  /** The path of the file whose changes are shown. Absent: the first. */
  readonly file?: string;
}

export const changesRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "changes",
  validateSearch: ({ session, file }: Record<string, unknown>): ChangesSearch => ({
    ...(typeof session === "string" && { session }),
    ...(typeof file === "string" && { file }),
  }),
  component: lazyScreen(async () => await import("./changes-screen.tsx"), "ChangesScreen"),
});
