import { createRoute } from "@tanstack/react-router";
import { lazyScreen } from "../../routing/lazy-screen.ts";
import { workspaceRoute } from "../workspace-route.ts";

export interface FilesSearch {
  /** Default: the workspace's own files. */
  readonly volume?: "shared";
  /** The selected file or folder. Default: the root. */
  readonly path?: string;
}

export const filesRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "files",
  validateSearch: ({ volume, path }: Record<string, unknown>): FilesSearch => ({
    ...(volume === "shared" && { volume }),
    ...(typeof path === "string" && path !== "" && { path }),
  }),
  component: lazyScreen(async () => await import("./files-screen.tsx"), "FilesScreen"),
});
