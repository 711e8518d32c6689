import { createRoute } from "@tanstack/react-router";
import { lazyScreen } from "../../routing/lazy-screen.ts";
import { workspaceRoute } from "../workspace-route.ts";

interface SnapshotsSearch {
  /** The snapshot that is compared with the files as they are. Default: the list. */
  readonly snapshot?: string;
  /** The path of the selected file. Default: the first. */
  readonly file?: string;
}

export const snapshotsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "snapshots",
  validateSearch: ({ snapshot, file }: Record<string, unknown>): SnapshotsSearch => ({
    ...(typeof snapshot === "string" && { snapshot, ...(typeof file === "string" && { file }) }),
  }),
  component: lazyScreen(async () => await import("./snapshots-screen.tsx"), "SnapshotsScreen"),
});
