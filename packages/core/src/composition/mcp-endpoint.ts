import type { RateLimitName } from "../domain/limits/rate-limit.ts";
import type { OperationAccess, Principal } from "../domain/principals/principal.ts";
import type { AgentService } from "./agent-service.ts";

/** What a tool requires, in terms of a REST route. */
export interface McpAccess {
  readonly access: OperationAccess;
  /** The workspace that is accessed; null: none. */
  readonly workspaceId: string | null;
  /** The rate limit to count against; null: none. */
  readonly rateLimit: RateLimitName | null;
}

/** A request to `/mcp` whose host, origin and credential were checked. */
export interface McpCall {
  /** Includes the body, within the limit of chat calls. Its signal aborts when the caller disconnects. */
  readonly request: Request;
  readonly requestId: string;
  readonly principal: Principal;
  readonly service: AgentService;
  /** The trace context for turns that the call starts; null: none. */
  readonly traceparent: string | null;
  /** The size limit of written files. */
  readonly maxFileBytes: number;
  /**
   * Applies the checks of a route with this access to the current state of the credential. Throws `invalid_token`, `insufficient_scope`,
   * `not_found` for a workspace that it cannot access, and `rate_limited`.
   */
  permit(access: McpAccess): Promise<void>;
  /** Logs an error that the caller does not see. */
  report(error: unknown): void;
}

/** A stateless server of the Model Context Protocol: `mcpServer()` of `@workspace-agent/mcp-server`, or your own. */
export interface McpEndpoint {
  /** Answers one POST. Does not throw for errors of the caller. */
  answer(call: McpCall): Promise<Response>;
}
