/** The page after sign-in: a path in this interface, or another address of the instance. */
type NextPage = { readonly screen: string } | { readonly address: string };

/**
 * Reads the parameter `next`, which the server writes with the base path and the interface without it. Other origins lead to the
 * home page.
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
