import { Router } from "itty-router";
import type { Route } from "./route.ts";

export type Match = { readonly route: Route; readonly params: Readonly<Record<string, string>> } | Unmatched;

/** The methods that the path takes (none: there is no such path), and whether everybody may know. */
export interface Unmatched {
  readonly allowed: readonly string[];
  readonly isPublic: boolean;
}

export const NOTHING_THERE: Unmatched = { allowed: [], isPublic: false };

interface Lookup {
  readonly method: string;
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
  /** The routes of the paths that fitted, by method. */
  readonly others: Map<string, Route>;
}

export type FindRoute = (method: string, path: string) => Promise<Match>;

/**
 * Finds the route of a path below the prefix. `HEAD` finds what `GET` does. Where no route has the method,
 * the match tells those of the path. Parameters are still encoded.
 */
export function routerOf(routes: readonly Route[]): FindRoute {
  const paths = byPath(routes);
  const router = Router<Lookup, [], Match | undefined>();
  for (const [path, methods] of paths) {
    router.all(path, (lookup: Lookup): Match | undefined => {
      const route = methods.get(lookup.method);
      if (route !== undefined) return { route, params: lookup.params };
      for (const [method, other] of methods) lookup.others.set(method, other);
      return undefined;
    });
  }
  return async (method, path) => {
    // A literal path stands before those with a parameter in its place: what is found here, the router would find as well.
    const literal = paths.get(path)?.get(method);
    if (literal !== undefined && !path.includes(":")) return { route: literal, params: {} };
    const lookup: Lookup = { method, url: `http://localhost${path}`, params: {}, others: new Map() };
    const found = await router.fetch(lookup);
    if (found !== undefined) return found;
    const others = [...lookup.others];
    return {
      allowed: others.map(([allowed]) => allowed),
      isPublic: others.some(([, route]) => route.access === "public"),
    };
  };
}

function byPath(routes: readonly Route[]): ReadonlyMap<string, ReadonlyMap<string, Route>> {
  const paths = new Map<string, Map<string, Route>>();
  for (const route of routes) {
    const methods = paths.get(route.path) ?? new Map<string, Route>();
    methods.set(route.method, route);
    if (route.method === "GET") methods.set("HEAD", route);
    paths.set(route.path, methods);
  }
  return paths;
}
