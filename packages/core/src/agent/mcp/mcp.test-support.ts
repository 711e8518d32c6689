import {
  McpError,
  type McpConnection,
  type McpConnector,
  type McpResult,
  type McpTarget,
  type McpTool,
} from "../../ports/mcp.ts";

/** A server that does what a test says. */
export interface FakeServer {
  tools: readonly McpTool[];
  instructions: string | null;
  /** Why nobody can connect; null: anybody can. */
  isDown: McpError | null;
  /** Whether nothing is answered. */
  isSilent: boolean;
  answer: (
    name: string,
    args: Readonly<Record<string, unknown>>,
    progress: () => void,
  ) => McpResult | Promise<McpResult>;
  /** What was connected to, in order. */
  readonly targets: McpTarget[];
  readonly calls: string[];
  lists: number;
  /** Connections that are open. */
  open: number;
  /** Says that the list has changed. */
  change(tools: readonly McpTool[]): void;
  /** Ends all connections. */
  drop(): Promise<void>;
}

export const aTool = (name: string, change: Partial<McpTool> = {}): McpTool => ({
  name,
  description: `Does ${name}.`,
  parameters: { type: "object", properties: { text: { type: "string" } } },
  isReadOnly: false,
  ...change,
});

export const says = (text: string): McpResult => ({ content: [{ type: "text", text }], isError: false });

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(new McpError("failed", "Aborted."));
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}

/** A connector to one server, wherever it is said to be. */
export function fakeServer(
  change: Partial<FakeServer> = {},
): FakeServer & { readonly connector: McpConnector } {
  const connections = new Set<McpConnection & { readonly changed: () => void }>();
  const server: FakeServer = {
    tools: [aTool("echo")],
    instructions: null,
    isDown: null,
    isSilent: false,
    answer: (name) => says(`${name} was called`),
    targets: [],
    calls: [],
    lists: 0,
    open: 0,
    change(tools) {
      server.tools = tools;
      for (const { changed } of connections) changed();
    },
    async drop() {
      await Promise.all([...connections].map((connection) => connection.close()));
    },
    ...change,
  };
  const connect: McpConnector["connect"] = async (target, { signal, onToolsChanged }) => {
    server.targets.push(target);
    if (server.isSilent) await untilAborted(signal);
    if (server.isDown !== null) throw server.isDown;
    const { promise: closed, resolve } = Promise.withResolvers<undefined>();
    const connection = {
      instructions: server.instructions,
      changed: onToolsChanged,
      closed: closed as Promise<never>,
      async listTools({ signal }: { readonly signal: AbortSignal }) {
        server.lists += 1;
        if (server.isSilent) await untilAborted(signal);
        if (!connections.has(connection)) throw new McpError("lost", "It is gone.");
        return server.tools;
      },
      async callTool(
        name: string,
        args: Readonly<Record<string, unknown>>,
        { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: () => void },
      ) {
        server.calls.push(name);
        if (!connections.has(connection)) throw new McpError("not_run", "The session is over.");
        if (server.isSilent) await untilAborted(signal);
        return server.answer(name, args, onProgress);
      },
      close() {
        if (connections.delete(connection)) server.open -= 1;
        resolve(undefined);
        return Promise.resolve();
      },
    };
    connections.add(connection);
    server.open += 1;
    return connection;
  };
  return Object.assign(server, { connector: { connect } });
}
