import { createRoute } from "@tanstack/react-router";
import { lazyScreen } from "../../routing/lazy-screen.ts";
import { workspaceRoute } from "../workspace-route.ts";

interface ChangesSearch {
  /** Default: the latest. */
  readonly session?: string;
  /** Only what this turn of the session changed. */
  readonly turn?: string;
  /** The path of the selected file. Default: the first. */
  readonly file?: string;
}

export const changesRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "changes",
  validateSearch: ({ session, turn, file }: Record<string, unknown>): ChangesSearch => ({
    ...(typeof session === "string" && { session }),
    ...(typeof turn === "string" && { turn }),
    ...(typeof file === "string" && { file }),
  }),
  component: lazyScreen(async () => await import("./changes-screen.tsx"), "ChangesScreen"),
});
