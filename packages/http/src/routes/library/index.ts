import type { Route } from "../../route.ts";
import { bulkRoute } from "./bulk.ts";
import { itemRoutes } from "./items.ts";
import type { LibraryKind } from "./kind.ts";
import { prompts, skills, templates } from "./kinds.ts";
import { skillContentRoutes } from "./skill-content.ts";
import { versionRoutes } from "./versions.ts";

function routesOf<Item extends { readonly id: string }, Create, Put>(
  kind: LibraryKind<Item, Create, Put>,
): readonly Route[] {
  return [...itemRoutes(kind), bulkRoute(kind), ...versionRoutes(kind)];
}

export const libraryRoutes: readonly Route[] = [
  ...routesOf(prompts),
  ...routesOf(templates),
  ...routesOf(skills),
  ...skillContentRoutes,
];
