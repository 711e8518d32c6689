import { createRoute } from "@tanstack/react-router";
import { lazyScreen } from "../../routing/lazy-screen.ts";
import { workspaceRoute } from "../workspace-route.ts";

interface ChangesSearch {
  /** Default: the latest. */
  readonly session?: string;
  /** The path of the selected file. Default: the first. */
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
