/** The port of the proxy on the sandbox's own loopback. */
export const PROXY_PORT = 3128;

/** The variables that name the proxy, in both spellings, since programs differ in which they read. */
export function proxyEnvironment(): Readonly<Record<string, string>> {
  const proxy = `http://127.0.0.1:${PROXY_PORT}`;
  const none = "localhost,127.0.0.1,::1";
  const upper = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, ALL_PROXY: proxy, NO_PROXY: none };
  const lower = Object.fromEntries(Object.entries(upper).map(([name, value]) => [name.toLowerCase(), value]));
  // Node's `fetch` reads them only where this is set.
  return { ...upper, ...lower, NODE_USE_ENV_PROXY: "1" };
}
