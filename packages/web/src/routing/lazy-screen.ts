import { lazyRouteComponent } from "@tanstack/react-router";
import { loadPart } from "../api/load-part.ts";

/** A screen whose code comes when it is opened: `lazyScreen(async () => await import("./files-screen.tsx"), "FilesScreen")`. */
export function lazyScreen<Module extends object, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(async () => await loadPart(load), name);
}
