/** Where to go after sign-in: the path within the interface, or an address of the instance that is no screen. */
export type NextPage = { readonly screen: string } | { readonly address: string };

/**
 * Reads what `next` says. The server gives whole paths with the prefix, the interface its own without. What leads to another
 * origin or out of the mount leads home.
 */
export function nextPage(next: string | undefined, mount: { origin: string; basePath: string }): NextPage {
  const home: NextPage = { screen: "/workspaces" };
  if (next === undefined || !next.startsWith("/")) return home;
  const url = URL.canParse(next, mount.origin) ? new URL(next, mount.origin) : null;
  if (url === null || url.origin !== mount.origin) return home;
  const isMounted = url.pathname === mount.basePath || url.pathname.startsWith(`${mount.basePath}/`);
  const path = isMounted ? url.pathname.slice(mount.basePath.length) || "/" : url.pathname;
  const rest = url.search + url.hash;
  if (path.startsWith("/sign-in")) return home;
  if (path.startsWith("/api/")) return { address: mount.basePath + path + rest };
  return { screen: path + rest };
}
