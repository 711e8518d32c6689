import type { McpOptions } from "../../ports/mcp.ts";
import { testHost, type TestHostOptions } from "../../test-host.test-support.ts";
import type { ConfigOverlay } from "../../domain/workspaces/config.ts";
import { fakeServer, type FakeServer } from "./mcp.test-support.ts";

export const SERVER_URL = "https://mcp.example.com/";

/** A host whose workspace has one MCP server, `docs`, unless `config` says otherwise. */
export async function hostWith(
  options: TestHostOptions & { readonly server?: Partial<FakeServer>; readonly mcp?: Partial<McpOptions> },
  config: ConfigOverlay = { mcp_servers: { docs: { url: SERVER_URL } } },
) {
  const server = fakeServer(options.server);
  const host = await testHost({
    ...options,
    config,
    service: {
      policy: { mcp_servers: true },
      ...options.service,
      mcp: { connector: server.connector, ...options.mcp },
    },
  });
  return { ...host, server };
}
