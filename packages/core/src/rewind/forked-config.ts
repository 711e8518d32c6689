import { toWire } from "../config/config-codec.ts";
import type { ConfigOverlay, StoredConfig } from "../domain/workspaces/config.ts";

const isShown = ([, value]: readonly [string, unknown]) => typeof value === "string";

/** The config of a fork: that of the workspace without secrets, and without the headers that held them. */
export function forkedConfig(stored: StoredConfig): ConfigOverlay {
  const { env, mcp_servers, ...config } = toWire(stored);
  const servers = Object.entries(mcp_servers).map(
    ([name, { url, headers }]) =>
      [name, { url, headers: Object.fromEntries(Object.entries(headers).filter(isShown)) }] as const,
  );
  return {
    ...config,
    env: Object.fromEntries(Object.entries(env).filter(isShown)),
    mcp_servers: Object.fromEntries(servers),
  };
}
