import type { McpConnector } from "@workspace-agent/core/ports";
import type { PublicAgentOptions } from "@workspace-agent/public-address";

/** `allowPrivate`: the host names that may be in the host's own network; `true`: all. Default: public addresses of other hosts only. */
export type McpConnectorOptions = Pick<PublicAgentOptions, "allowPrivate" | "resolve" | "ownAddresses">;

/**
 * Servers of the Model Context Protocol, by the client of its SDK: over Streamable HTTP, or as a process in a sandbox. Redirects are
 * followed within an origin only, and each connection is made to an address that was checked. The SDK is loaded with the first
 * connection: it is large, and many hosts never make one.
 */
export function mcpConnector(options: McpConnectorOptions = {}): McpConnector {
  return {
    async connect(target, connectOptions) {
      const { connect } = await import("./connect.ts");
      return await connect(target, connectOptions, options);
    },
  };
}
