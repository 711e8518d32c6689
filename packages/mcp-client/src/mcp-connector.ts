import type { McpConnector } from "@workspace-agent/core/ports";
import type { PublicAgentOptions } from "@workspace-agent/public-address";

/** `allowPrivate`: host names that may have private addresses; `true`: all. Default: only public addresses of other hosts. */
export type McpConnectorOptions = Pick<PublicAgentOptions, "allowPrivate" | "resolve" | "ownAddresses">;

/**
 * Connects to servers of the Model Context Protocol with the client of its SDK: over Streamable HTTP, or as a process in a sandbox. Follows
 * redirects only within an origin, and checks the address of each connection. Loads the SDK at the first connection, because it is large.
 */
export function mcpConnector(options: McpConnectorOptions = {}): McpConnector {
  return {
    async connect(target, connectOptions) {
      const { connect } = await import("./connect.ts");
      return await connect(target, connectOptions, options);
    },
  };
}
