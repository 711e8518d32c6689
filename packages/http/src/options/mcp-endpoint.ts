import type { AgentService, Principal, RateLimitName } from "@workspace-agent/core";
import type { RequiredScope } from "@workspace-agent/core/schemas";

/** What a use of the service asks for, in the terms of a route of the REST API. */
export interface McpAccess {
  readonly scope: RequiredScope;
  /** The workspace that it is about; null: none. */
  readonly workspaceId: string | null;
  /** What it counts against; null: nothing. */
  readonly rateLimit: RateLimitName | null;
}

/** A request to `/mcp` whose host, origin and credential have been checked. */
export interface McpCall {
  /** With its whole body, which is within the limit of a chat call. Its signal aborts when the caller goes away. */
  readonly request: Request;
  readonly requestId: string;
  readonly principal: Principal;
  readonly service: AgentService;
  /** The caller's trace context for turns that it starts; null: none. */
  readonly traceparent: string | null;
  /** The most bytes of a file that is written. */
  readonly maxFileBytes: number;
  /**
   * The checks of a route with this access, for the credential as it is now: throws `invalid_token`, `insufficient_scope`, `not_found`
   * for a workspace that it is not bound to, and `rate_limited`.
   */
  permit(access: McpAccess): Promise<void>;
  /** Tells the operator of an error that the caller is not shown. */
  report(error: unknown): void;
}

/** A server of the Model Context Protocol without sessions: each request is answered by itself. `mcpServer()` of `@workspace-agent/mcp-server`, or a host's own. */
export interface McpEndpoint {
  /** Answers one POST. It does not throw for what a caller did wrong. */
  answer(call: McpCall): Promise<Response>;
}
