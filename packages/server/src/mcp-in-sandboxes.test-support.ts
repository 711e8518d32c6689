import { mcpConnector } from "@workspace-agent/mcp-client";
import type { TestContext } from "vitest";
import { agentIn, type Agent, type SandboxKind } from "./agent-in-sandbox.test-support.ts";

/** An agent whose sandbox runs an MCP server by a command. */
export const agentWithServer = (kind: SandboxKind, context: TestContext, command: string): Promise<Agent> =>
  agentIn(kind, context, {
    service: {
      mcp: { connector: mcpConnector(), processes: { own: { command, env: { GREETING: "hello" } } } },
    },
  });
