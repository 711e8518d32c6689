import { createRoute } from "@tanstack/react-router";
import { lazyScreen } from "../../routing/lazy-screen.ts";
import { workspaceRoute } from "../workspace-route.ts";

export const snapshotsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "snapshots",
  component: lazyScreen(async () => await import("./snapshots-screen.tsx"), "SnapshotsScreen"),
});

interface SnapshotSearch {
  /** The path of the selected file. Default: the first. */
  readonly file?: string;
}

export const snapshotRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "snapshots/$snapshotId",
  validateSearch: ({ file }: Record<string, unknown>): SnapshotSearch => ({
    ...(typeof file === "string" && { file }),
  }),
  component: lazyScreen(async () => await import("./snapshot-screen.tsx"), "SnapshotScreen"),
});

interface SnapshotFilesSearch {
  /** The selected file or folder. Default: the root. */
  readonly path?: string;
}

export const snapshotFilesRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "snapshots/$snapshotId/files",
  validateSearch: ({ path }: Record<string, unknown>): SnapshotFilesSearch => ({
    ...(typeof path === "string" && path !== "" && { path }),
  }),
  component: lazyScreen(async () => await import("./snapshot-files-screen.tsx"), "SnapshotFilesScreen"),
});

export const snapshotRoutes = [snapshotsRoute, snapshotRoute, snapshotFilesRoute] as const;
