/** Where programs inside a sandbox find the proxy, on the sandbox's own loopback. */
export const PROXY_PORT = 3128;

/** The variables by which programs find a proxy; both spellings, since programs differ in which they read. */
export function proxyEnvironment(port = PROXY_PORT): Readonly<Record<string, string>> {
  const proxy = `http://127.0.0.1:${port}`;
  const none = "localhost,127.0.0.1,::1";
  const upper = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, ALL_PROXY: proxy, NO_PROXY: none };
  const lower = Object.fromEntries(Object.entries(upper).map(([name, value]) => [name.toLowerCase(), value]));
  // Node's own fetch looks at them only when it is told to.
  return { ...upper, ...lower, NODE_USE_ENV_PROXY: "1" };
}
