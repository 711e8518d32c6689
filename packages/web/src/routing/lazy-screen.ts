import { lazyRouteComponent } from "@tanstack/react-router";
import { loadModule } from "../api/load-module.ts";

/** A screen whose code is loaded when it is opened: `lazyScreen(async () => await import("./files-screen.tsx"), "FilesScreen")`. */
export function lazyScreen<Module extends object, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(async () => await loadModule(load), name);
}
