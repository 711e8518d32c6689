import { McpError, type McpConnection, type McpConnector, type McpTarget } from "@workspace-agent/core/ports";
import { publicAgent } from "@workspace-agent/public-address";
import { ClientConnection } from "./client-connection.ts";
import { HttpTransport } from "./http-transport.ts";
import type { McpConnectorOptions } from "./mcp-connector.ts";
import { ProcessTransport } from "./process-transport.ts";
import { toConnectError } from "./to-mcp-error.ts";

type ConnectOptions = Parameters<McpConnector["connect"]>[1];

async function overHttp(
  { url, headers }: Extract<McpTarget, { readonly type: "http" }>,
  { signal, onToolsChanged }: ConnectOptions,
  options: McpConnectorOptions,
): Promise<McpConnection> {
  const agent = await publicAgent(options);
  const connection: ClientConnection = new ClientConnection({
    mode: "auto",
    isPipe: false,
    onToolsChanged,
    farewell: () => transport.terminateSession(),
    release: () => agent.destroy(),
  });
  const transport = new HttpTransport(new URL(url), headers, agent, connection.tooLarge);
  try {
    await connection.open(transport, signal);
  } catch (error) {
    throw toConnectError(error);
  }
  return connection;
}

async function overPipe(
  target: Extract<McpTarget, { readonly type: "process" }>,
  { signal, onToolsChanged }: ConnectOptions,
  mode: "auto" | "legacy" = "auto",
): Promise<McpConnection> {
  const connection: ClientConnection = new ClientConnection({
    mode,
    isPipe: true,
    onToolsChanged,
    release: () => transport.close(),
  });
  const transport = new ProcessTransport(target, connection.tooLarge);
  try {
    await connection.open(transport, signal);
    return connection;
  } catch (error) {
    const { hasExited, complaint } = transport;
    // Some older servers exit on any request before `initialize`.
    if (mode === "auto" && hasExited) return overPipe(target, { signal, onToolsChanged }, "legacy");
    const { kind, message } = toConnectError(error);
    const said = complaint.trim();
    throw new McpError(kind, said === "" ? message : `${message} It wrote: ${said}`, { cause: error });
  }
}

/** Connects to a server. Throws `McpError` if it cannot be reached, refuses, or uses another protocol. */
export function connect(
  target: McpTarget,
  connectOptions: ConnectOptions,
  options: McpConnectorOptions,
): Promise<McpConnection> {
  return target.type === "http"
    ? overHttp(target, connectOptions, options)
    : overPipe(target, connectOptions);
}
