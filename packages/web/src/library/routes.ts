import { createRoute, notFound, redirect } from "@tanstack/react-router";
import { libraryItemQuery, type LibraryKind } from "../api/library.ts";
import { lazyScreen } from "../routing/lazy-screen.ts";
import { shellRoute } from "../routing/shell-route.ts";
import { isKind } from "./kinds.ts";

/** The router parses a search such as `42` as a number. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text !== "" ? text : undefined;
}

const indexRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/library",
  beforeLoad: () => {
    redirect({ to: "/library/$kind", params: { kind: "prompts" }, replace: true, throw: true });
  },
});

const kindRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/library/$kind",
  params: {
    parse: ({ kind }: { readonly kind: string }): { readonly kind: LibraryKind } => {
      if (!isKind(kind)) notFound({ throw: true });
      return { kind: kind as LibraryKind };
    },
  },
});

export const listRoute = createRoute({
  getParentRoute: () => kindRoute,
  path: "/",
  validateSearch: ({ q }: Record<string, unknown>): { readonly q?: string } => {
    const text = textOf(q);
    return text === undefined ? {} : { q: text };
  },
  component: lazyScreen(async () => await import("./list/list-screen.tsx"), "ListScreen"),
});

export const importRoute = createRoute({
  getParentRoute: () => kindRoute,
  path: "import",
  component: lazyScreen(async () => await import("./import/import-screen.tsx"), "ImportScreen"),
});

export const newItemRoute = createRoute({
  getParentRoute: () => kindRoute,
  path: "new",
  component: lazyScreen(async () => await import("./item/new-item-screen.tsx"), "NewItemScreen"),
});

interface ItemSearch {
  readonly view?: "versions";
  /** The selected version. */
  readonly version?: number;
  /** The selected file of a skill. */
  readonly file?: string;
}

export const itemRoute = createRoute({
  getParentRoute: () => kindRoute,
  path: "$ref",
  validateSearch: ({ view, version, file }: Record<string, unknown>): ItemSearch => {
    const path = textOf(file);
    return {
      ...(view === "versions" && { view }),
      ...(typeof version === "number" && Number.isInteger(version) && version > 0 && { version }),
      ...(path !== undefined && { file: path }),
    };
  },
  loader: async ({ context, params }) =>
    await context.queryClient.query({ ...libraryItemQuery(params.kind, params.ref), staleTime: "static" }),
  component: lazyScreen(async () => await import("./item/item-screen.tsx"), "ItemScreen"),
});

export const libraryRoutes = [
  indexRoute,
  kindRoute.addChildren([listRoute, importRoute, newItemRoute, itemRoute]),
] as const;
